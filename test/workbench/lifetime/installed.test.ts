import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('the packaged extension', () => {
  const workbench = useWorkbench();

  it('is listed among the installed extensions', async () => {
    await workbench().runCommand('Extensions: Show Installed Extensions');
    await workbench().page.locator('.extension-list-item').getByText('MCP Elicitation Host').waitFor();
  });
});
