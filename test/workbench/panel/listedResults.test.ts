import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('the results of calls', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers();

  const folder = () => join(dirname(workbench().editor.recordFolder), 'results');
  const files = async () => {
    const names = await readdir(folder()).catch(() => []);
    return names.filter((name) => name.endsWith('.json')).map((name) => join(folder(), name));
  };
  const rows = () => host.panel.locator('.result-row');

  /** Runs the tool, and answers its request. */
  async function run(answer: string): Promise<void> {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill(answer);
    await host.answer('Submit');
    await host.panel.getByText(`ask accept {"answer":"${answer}"}`).waitFor();
  }

  it('are listed after the window was reloaded, and can be opened', async () => {
    await run('my first cat');
    await eventually('a file with the result', async () => (await files()).length === 1);
    const [file = ''] = await files();
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.match(await readFile(file, 'utf8'), /my first cat/);
    // A tab that stays open would show the result in place of the list.
    await workbench().runCommand('View: Close All Editors');
    await workbench().reloadByCommand();
    await workbench().runCommand('MCP Elicitation: Show Waiting Questions');
    await rows().first().waitFor();
    assert.equal(await rows().count(), 1);
    await host.panel.getByRole('button', { name: 'Open the result: ask on asker' }).click();
    await host.panel.getByText('ask accept {"answer":"my first cat"}').waitFor();
    assert.equal((await asker.receivedLines(1)).length, 1, 'the tool was not run again');
  });

  it('are removed from the list and from the disk, one by one or all at once', async () => {
    await run('my second cat');
    await host.button('Close').click();
    await rows().nth(1).waitFor();
    await host.panel.getByRole('button', { name: 'Dismiss the result: ask on asker' }).first().click();
    await eventually('one result is left', async () => (await rows().count()) === 1 && (await files()).length === 1);
    await host.button('Clear Results').click();
    await workbench().page.getByRole('dialog').getByRole('button', { name: 'Clear Results' }).click();
    await rows().first().waitFor({ state: 'detached' });
    await eventually('no file with a result', async () => (await files()).length === 0);
  });
});
