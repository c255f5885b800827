import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const server = 'everything';

describe('the host, for features other than elicitation', function () {
  this.timeout(120_000);
  const workbench = useWorkbench({
    settings: {
      'mcpElicitation.servers': { [server]: { command: process.execPath, args: [everything, 'stdio'] } },
    },
  });
  const host = new ExtensionUi(workbench);

  const option = (name: string) => host.panel.getByRole('option', { name, exact: true });

  it('suggests completions of the server while the user types an argument', async () => {
    await host.pickAndRun('Get Prompt...', server, 'Team Management');
    const department = host.field('department');
    await department.pressSequentially('S');
    await option('Sales').waitFor();
    await department.press('ArrowDown');
    await department.press('Enter');
    assert.equal(await department.inputValue(), 'Sales');

    const name = host.field('name');
    await name.focus();
    await name.press('ArrowDown');
    await option('Eve').waitFor();
    await name.press('Escape');
    await option('Eve').waitFor({ state: 'detached' });
    await name.press('ArrowDown');
    await option('Eve').click();
    await host.enabledButton('Run').click();
    await host.panel.getByText('Please promote Eve to the head of the Sales team.').waitFor();
  });

  it('reads a resource by a URI template', async () => {
    await host.pickAndRun('Read Resource...', server, 'Dynamic Text Resource…');
    await host.field('resourceId').fill('7');
    await host.enabledButton('Run').click();
    await host.panel.getByText('Resource 7: This is a plaintext resource').waitFor();
  });

  it('sends the open folder to the server as a root', async () => {
    await host.runTool(server, 'get-roots-list');
    await host.panel.getByText(pathToFileURL(workbench().editor.folder).href).waitFor();
  });

  it('shows the annotations of a tool before it is run', async () => {
    await host.pickAndRun('Run Tool...', server, 'get-sum');
    await host.panel.getByText('According to the server (not verified): only reads').waitFor();
    await host.enabledButton('Cancel').click();
  });

  it('remembers the log level of a server', async () => {
    const command = 'MCP Elicitation: Set Log Level...';
    const { quickInput } = workbench();
    await workbench().runCommand(command);
    await workbench().choose(server);
    await quickInput.getByPlaceholder("Current: The server's own level").waitFor();
    await workbench().choose('warning');
    await quickInput.waitFor({ state: 'hidden' });
    await workbench().runCommand(command);
    await workbench().choose(server);
    await quickInput.getByPlaceholder('Current: warning').waitFor();
    await workbench().page.keyboard.press('Escape');
  });

  it('shows the templates of a server in the view', async () => {
    await host.showView();
    await host.serverItem(/^Resource Templates, 2$/).click();
    await host.serverItem('Dynamic Blob Resource').waitFor();
  });
});
