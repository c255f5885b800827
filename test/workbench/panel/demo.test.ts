import assert from 'node:assert/strict';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('the demo', function () {
  this.timeout(120_000);
  const workbench = useWorkbench();

  it('shows a form after three clicks in a new window, the last of which is the first story', async () => {
    const host = new ExtensionUi(workbench);
    await host.showView();
    await workbench().page.getByRole('button', { name: 'Try the Demo' }).click();
    await workbench().quickInput.locator('.monaco-list-row').first().click();
    await host.requestRegion('Demo').waitFor();
    assert.ok(await host.field('How many people').isVisible());
    await host.answer('Cancel');
    await host.panel.getByText('The booking is unfinished').first().waitFor();
  });
});
