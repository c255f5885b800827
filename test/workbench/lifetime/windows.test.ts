import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';

describe('two windows on the same folder', function () {
  this.timeout(180_000);
  const { workbench, asker } = useRecordingServers();
  let windows: readonly Window[];

  interface Window {
    readonly workbench: Workbench;
    readonly host: ExtensionUi;
    readonly history: HistoryPage;
  }

  before(async () => {
    // The first webview in a browser installs the editor's service worker for all webviews. If another window is open then, the
    // editor may not notice the end of the installation, and the webview stays empty.
    await workbench().runCommand('MCP Elicitation: Show Waiting Questions');
    await new ExtensionUi(workbench).panel.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    windows = [workbench(), await workbench().openSecondWindow()].map((workbench) => ({
      workbench,
      host: new ExtensionUi(() => workbench),
      history: new HistoryPage(() => workbench),
    }));
    for (const { workbench, host } of windows) {
      await workbench.page.bringToFront();
      await host.showView();
      await host.serverItem(/^asker, stopped/).waitFor();
    }
  });

  /** Reads all files of the record. Ignores a file that is removed meanwhile. */
  async function readRecord(): Promise<string> {
    const { recordFolder } = workbench().editor;
    const texts = (await readdir(recordFolder)).map((name) =>
      readFile(join(recordFolder, name), 'utf8').catch(() => ''),
    );
    return (await Promise.all(texts)).join('');
  }

  it('can show a request each at the same time, each answered in its window', async () => {
    for (const { workbench, host } of windows) {
      await workbench.page.bringToFront();
      await host.runTool('asker', 'ask');
      await host.field('password hint').waitFor();
    }
    assert.equal((await workbench().editor.extensionHosts()).length, 2);
    for (const [index, { workbench, host }] of windows.entries()) {
      await workbench.page.bringToFront();
      await workbench.statusBarItem('1 MCP question').waitFor();
      await host.field('password hint').fill(`window ${index + 1}`);
      await host.answer('Submit');
      await host.panel.getByText('ask accept').waitFor();
      assert.equal((await asker.receivedLines(index + 1))[index], `ask accept {"answer":"window ${index + 1}"}`);
    }
  });

  it('write separate files of the record, and each verifies the whole record', async () => {
    for (const { workbench, history } of windows) {
      await workbench.page.bringToFront();
      await history.show();
      await history.entries.nth(1).waitFor();
      assert.equal(await history.entries.count(), 2);
      await history.verify('Everything is in order: 4 entries in 4 files.');
    }
    assert.equal((await readdir(workbench().editor.recordFolder)).length, 2);
  });

  it('have one history, which can be exported from either', async () => {
    const [first] = windows;
    assert.ok(first);
    await first.workbench.page.bringToFront();
    await first.history.document.getByRole('button', { name: 'Export…' }).click();
    const box = first.workbench.quickInput.locator('input[type="text"]');
    await first.workbench.quickInput.getByText('What is listed').first().waitFor();
    await box.fill('Everything');
    await first.workbench.quickInput.getByText('What is listed').first().waitFor({ state: 'detached' });
    await box.press('Enter');
    await eventually('a name is proposed', async () => (await box.inputValue()).endsWith('.jsonl'));
    await box.press('Enter');
    await first.workbench.notification('The record was exported to mcp-elicitation-history-').waitFor();
    const { folder } = workbench().editor;
    const [name = ''] = await readdir(folder);
    assert.equal((await readFile(join(folder, name), 'utf8')).trimEnd().split('\n').length, 4);
  });

  it('have one history, which one of them can clear while the other continues to record', async () => {
    const [first, second] = windows;
    assert.ok(first && second);
    await first.history.document.getByRole('button', { name: 'Clear…' }).click();
    await first.workbench.dialog.getByText('All 4 entries are deleted permanently').waitFor();
    await first.workbench.dialog.getByRole('button', { name: 'Clear History' }).click();
    await first.history.document.getByRole('button', { name: 'Refresh' }).click();
    await first.history.entries.filter({ hasText: 'The record was cleared' }).waitFor();

    await second.workbench.page.bringToFront();
    await second.workbench.closeAllEditors();
    await second.host.runTool('asker', 'ask');
    await second.host.answer('Decline');
    await second.host.panel.getByText('ask decline').waitFor();
    await eventually('the decline is recorded', async () => (await readRecord()).includes('"decline"'));
    for (const { workbench, history } of windows) {
      await workbench.page.bringToFront();
      await workbench.closeAllEditors();
      await history.show();
      await history.entries.nth(1).waitFor();
      const entryTexts = (await history.entries.allInnerTexts()).join('\n');
      assert.match(entryTexts, /asker\s+Form for ask\s+Declined[\s\S]*The record\s+The record was cleared/);
      assert.equal(await history.entries.count(), 2);
      await history.verify('Everything is in order: 4 entries in 4 files.');
    }
  });
});
