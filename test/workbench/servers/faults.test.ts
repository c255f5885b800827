import assert from 'node:assert/strict';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('an extension host that is killed while a form is filled in', function () {
  this.timeout(180_000);
  const { workbench, host, asker } = useRecordingServers();
  const history = new HistoryPage(workbench);

  before(async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('given');
    await host.answer('Submit');
    await host.panel.getByText('ask accept').waitFor();
  });

  it('gives no answer, and its server ends', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('never given');
    await workbench().statusBarItem('1 MCP question').waitFor();
    const server = await asker.lastPid();
    const { extensionHosts, recordFolder } = workbench().editor;
    const [extensionHost, ...others] = await extensionHosts();
    assert.ok(extensionHost !== undefined && others.length === 0);
    // As if it ended in the middle of a line: what a process that stands still does not notice.
    process.kill(extensionHost, 'SIGSTOP');
    const [file = ''] = await readdir(recordFolder);
    await appendFile(join(recordFolder, file), '{"seq":2,"prev":');
    process.kill(extensionHost, 'SIGKILL');
    await asker.waitForEnd(server);
    assert.deepEqual(await asker.receivedLines(0), []);
  });

  it('is followed by another, which closes the dead form and says what became of it', async () => {
    await workbench().notification('None of those was answered. Run the tool again to be asked again.').waitFor();
    await workbench().tabs.filter({ hasText: 'asker' }).waitFor({ state: 'detached' });
    const tab = workbench()
      .page.locator('.activitybar')
      .getByRole('tab', { name: /^MCP Elicitation/ });
    await tab.and(workbench().page.locator('[aria-label="MCP Elicitation"]')).waitFor();
  });

  it('leaves a record that is repaired, without an entry for what did not happen', async () => {
    await workbench().notification('What it had recorded is kept.').waitFor();
    await history.show();
    await history.entries.nth(1).waitFor();
    const told = await history.entries.allInnerTexts();
    assert.equal(told.length, 2);
    assert.match(told[0] ?? '', /The record\s+Found at a start: an entry that was cut off\s+Repaired/);
    assert.match(told[1] ?? '', /asker\s+Form for ask\s+Accepted/);
    await history.verify('Everything is in order: 3 entries in 3 files.');
    await history.document.getByText('ends with an incomplete entry, which the record tells of').waitFor();
  });

  it('lets the server ask again, and the user answer', async () => {
    await workbench().runCommand('View: Close All Editors');
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('given again');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask accept {"answer":"given again"}']);
  });
});
