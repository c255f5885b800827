import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const many = { command: process.execPath, args: [fromRoot('test/servers/tenThousandTools.ts')] };

describe('a server with ten thousand tools', function () {
  this.timeout(120_000);
  const workbench = useWorkbench({ settings: { 'mcpElicitation.servers': { many } } });

  it('has all of them shown in the view, and each can be run', async () => {
    const host = new ExtensionUi(workbench);
    await host.showView();
    await host.runTool('many', 'tool_9876');
    await host.panel.getByText('this was tool_9876').waitFor();
    await host.serverItem(/^Tools, 10000/).waitFor();
    await host.serverItem(/^tool_0$/).waitFor();
  });
});
