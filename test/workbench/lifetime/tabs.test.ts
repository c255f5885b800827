import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { extensionId } from '#test/extensionId.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('the tabs of the extension', function () {
  this.timeout(180_000);
  const { workbench, host, asker } = useRecordingServers();
  const history = new HistoryPage(workbench);
  const tab = (name: string) => workbench().tabs.filter({ hasText: name });
  /** The document of the extension's visible tab. */
  const visibleDocument = () => history.document;
  const result = (answer: string) => visibleDocument().getByText(`ask accept {"answer":"${answer}"}`);
  const entries = () => visibleDocument().locator('.entry');
  const visibleWebviews = () =>
    workbench().page.locator(`iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`);

  /** Returns the paths of the files of the running extension hosts, which are named by their process ids. */
  async function hostFiles(): Promise<string[]> {
    const workspaceStorage = join(workbench().editor.recordFolder, '../../../workspaceStorage');
    const folders = (await readdir(workspaceStorage)).map((workspace) =>
      join(workspaceStorage, workspace, extensionId, 'hosts'),
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

  it('are restored after a reload of the window: the history, and the result that was shown', async () => {
    await workbench().reloadByCommand();
    await entries().first().waitFor();
    await tab('asker').click();
    await result('my first cat').waitFor();
    assert.equal(await workbench().tabs.count(), 2);
    assert.deepEqual(await asker.receivedLines(0), [], 'no tool was run');
  });

  it('are restored after two reloads in a row', async () => {
    await workbench().reloadByCommand();
    await workbench().reloadByCommand();
    await result('my first cat').waitFor();
    await tab('MCP Elicitation History').click();
    await entries().first().waitFor();
    assert.equal(await workbench().tabs.count(), 2);
  });

  it('are reused for a request that arrives before they are shown, so that there is one panel', async () => {
    await workbench().reloadByCommand();
    await entries().first().waitFor();
    await host.runTool('asker', 'ask');
    await visibleDocument().getByLabel('password hint').fill('my second cat');
    assert.equal(await workbench().tabs.count(), 2);
    await visibleDocument().getByRole('button', { name: 'Submit' }).click();
    await result('my second cat').waitFor();
  });

  it('are restored side by side', async () => {
    await workbench().runCommand('View: Move Editor into Right Group');
    await eventually('both are visible', async () => (await visibleWebviews().count()) === 2);
    await workbench().reloadByCommand();
    await eventually('both are visible', async () => (await visibleWebviews().count()) === 2);
    assert.equal(await workbench().tabs.count(), 2);
  });

  it('are replaced in their places after the extension host was killed and restarted', async () => {
    await workbench().runCommand('View: Join All Editor Groups');
    await tab('asker').click();
    await result('my second cat').waitFor();
    // An editor that restarts its extension host regularly leaves none of these files, so they are removed here.
    const hosts = await hostFiles();
    const pids = hosts.map((file) => Number(basename(file)));
    assert.equal(pids.length, 1);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    for (const file of hosts) await rm(file);
    for (const pid of pids) process.kill(pid, 'SIGKILL');

    await visibleDocument().locator('.results > .result-row').nth(1).waitFor();
    await tab('asker').waitFor({ state: 'detached' });
    await tab('MCP Elicitation History').click();
    await eventually('two tabs', async () => (await workbench().tabs.count()) === 2);
    await entries().nth(1).waitFor();
    await tab('MCP Elicitation Host').click();
    // By keyboard: a click on a row that has just appeared is ignored.
    await visibleDocument().getByRole('button', { name: 'Open the result: ask on asker' }).last().press('Enter');
    await result('my first cat').waitFor();
    assert.equal(await workbench().notification('ended without warning').count(), 0);
  });
});
