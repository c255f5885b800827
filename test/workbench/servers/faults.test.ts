import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import { recordFileWithEntries } from '#test/workbench/harness/storage.ts';

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

  it('sends no reply, and its server ends', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('never given');
    await workbench().statusBarItem('1 MCP question').waitFor();
    const server = await asker.lastPid();
    const { extensionHosts, recordFolder } = workbench().editor;
    const [extensionHost, ...others] = await extensionHosts();
    assert.ok(extensionHost !== undefined && others.length === 0);
    const file = await recordFileWithEntries(workbench(), 1);
    // Imitates an extension host that is killed while it writes a line; the paused process does not notice the change.
    process.kill(extensionHost, 'SIGSTOP');
    await appendFile(join(recordFolder, file), '{"seq":2,"prev":');
    process.kill(extensionHost, 'SIGKILL');
    await asker.waitForEnd(server);
    assert.deepEqual(await asker.receivedLines(0), []);
  });

  it('is replaced by a new one, which closes the dead form and shows that it was not answered', async () => {
    await workbench()
      .notification('None of the questions was answered. Run the tool again to be asked again.')
      .waitFor();
    await workbench().tabs.filter({ hasText: 'asker' }).waitFor({ state: 'detached' });
    const tab = workbench()
      .page.locator('.activitybar')
      .getByRole('tab', { name: /^MCP Elicitation/ });
    await tab.and(workbench().page.locator('[aria-label="MCP Elicitation"]')).waitFor();
  });

  it('leaves a record that is repaired, without an entry for the unanswered request', async () => {
    await workbench().notification('Its entries are kept.').waitFor();
    await history.show();
    await history.entries.nth(1).waitFor();
    const entryTexts = await history.entries.allInnerTexts();
    assert.equal(entryTexts.length, 2);
    assert.match(entryTexts[0] ?? '', /The record\s+Found at startup: an entry that was cut off\s+Repaired/);
    assert.match(entryTexts[1] ?? '', /asker\s+Form for ask\s+Accepted/);
    await history.verify('Everything is in order: 3 entries in 3 files.');
    await history.document.getByText('ends with an incomplete entry, which is recorded').waitFor();
  });

  it('does not prevent the next call, whose request is shown and answered', async () => {
    await workbench().closeAllEditors();
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('given again');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask accept {"answer":"given again"}']);
  });
});
