import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('the tabs of the extension', function () {
  this.timeout(180_000);
  const { workbench, host, asker } = useRecordingServers();
  const history = new HistoryPage(workbench);
  const tab = (name: string) => workbench().tabs.filter({ hasText: name });
  /** Of the extension's tabs the one in sight. */
  const inSight = () => history.document;
  const result = (answer: string) => inSight().getByText(`ask accept {"answer":"${answer}"}`);
  const entries = () => inSight().locator('.entry');
  const pages = () =>
    workbench().page.locator('iframe.webview.ready[src*="extensionId=mcp-elicitation.mcp-elicitation-host"]:visible');

  /** The files of the extension hosts that run, named by their process ids. */
  async function hostFiles(): Promise<string[]> {
    const storage = join(workbench().editor.recordFolder, '../../../workspaceStorage');
    const folders = (await readdir(storage)).map((workspace) =>
      join(storage, workspace, 'mcp-elicitation.mcp-elicitation-host/hosts'),
    );
    const files = await Promise.all(
      folders.map(async (folder) => (await readdir(folder).catch(() => [])).map((name) => join(folder, name))),
    );
    return files.flat();
  }

  before(async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('my first cat');
    await host.answer('Submit');
    await result('my first cat').waitFor();
    await history.show();
    await entries().first().waitFor();
  });

  it('are there again after the window was loaded anew: the history, and the result that was read', async () => {
    await workbench().reloadByCommand();
    await entries().first().waitFor();
    await tab('asker').click();
    await result('my first cat').waitFor();
    assert.equal(await workbench().tabs.count(), 2);
    assert.deepEqual(await asker.receivedLines(0), [], 'nothing was run');
  });

  it('are there again after it was loaded anew twice in a row', async () => {
    await workbench().reloadByCommand();
    await workbench().reloadByCommand();
    await result('my first cat').waitFor();
    await tab('MCP Elicitation History').click();
    await entries().first().waitFor();
    assert.equal(await workbench().tabs.count(), 2);
  });

  it('take in what arrives while they wait to be shown, so that there is one panel', async () => {
    await workbench().reloadByCommand();
    await entries().first().waitFor();
    await host.runTool('asker', 'ask');
    await inSight().getByLabel('password hint').fill('my second cat');
    assert.equal(await workbench().tabs.count(), 2);
    await inSight().getByRole('button', { name: 'Submit' }).click();
    await result('my second cat').waitFor();
  });

  it('come back side by side', async () => {
    await workbench().runCommand('View: Move Editor into Right Group');
    await eventually('both in sight', async () => (await pages().count()) === 2);
    await workbench().reloadByCommand();
    await eventually('both in sight', async () => (await pages().count()) === 2);
    assert.equal(await workbench().tabs.count(), 2);
  });

  it('work after the extension host was started anew, in their places', async () => {
    await workbench().runCommand('View: Join All Editor Groups');
    await tab('asker').click();
    await result('my second cat').waitFor();
    // Where an editor restarts its extension host in order, none of its files is left over.
    const hosts = await hostFiles();
    const pids = hosts.map((file) => Number(basename(file)));
    assert.equal(pids.length, 1);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    for (const file of hosts) await rm(file);
    for (const pid of pids) process.kill(pid, 'SIGKILL');

    await inSight().locator('.result-row').nth(1).waitFor();
    await tab('asker').waitFor({ state: 'detached' });
    await tab('MCP Elicitation History').click();
    await eventually('two tabs', async () => (await workbench().tabs.count()) === 2);
    await entries().nth(1).waitFor();
    await tab('MCP Elicitation Host').click();
    await inSight().getByRole('button', { name: 'Open the result: ask on asker' }).last().click();
    await result('my first cat').waitFor();
    assert.equal(await workbench().notification('ended without warning').count(), 0);
  });
});
