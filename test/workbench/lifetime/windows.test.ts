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
    // The first webview in a browser installs the editor's service worker for all. With another window about, the editor can
    // miss that it has, and the webview then stays empty.
    await workbench().runCommand('MCP Elicitation: Show Waiting Questions');
    await new ExtensionUi(workbench).panel.getByRole('heading', { name: 'No question waits' }).waitFor();
    windows = [workbench(), await workbench().openSecondWindow()].map((one) => ({
      workbench: one,
      host: new ExtensionUi(() => one),
      history: new HistoryPage(() => one),
    }));
    for (const { workbench, host } of windows) {
      await workbench.page.bringToFront();
      await host.showView();
      await host.serverItem(/^asker, stopped/).waitFor();
    }
  });

  /** All that is on the disk, but for files that go at this moment. */
  async function recorded(): Promise<string> {
    const { recordFolder } = workbench().editor;
    const texts = (await readdir(recordFolder)).map((name) =>
      readFile(join(recordFolder, name), 'utf8').catch(() => ''),
    );
    return (await Promise.all(texts)).join('');
  }

  it('ask at the same time, and each is answered in its own', async () => {
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

  it('keep a file of the record each, and both find the whole record in order', async () => {
    for (const { workbench, history } of windows) {
      await workbench.page.bringToFront();
      await history.show();
      await history.entries.nth(1).waitFor();
      assert.equal(await history.entries.count(), 2);
      await history.verify('Everything is in order: 4 entries in 4 files.');
    }
    assert.equal((await readdir(workbench().editor.recordFolder)).length, 2);
  });

  it('export the history of both from one', async () => {
    const [one] = windows;
    assert.ok(one);
    await one.workbench.page.bringToFront();
    await one.history.document.getByRole('button', { name: 'Export…' }).click();
    const box = one.workbench.quickInput.locator('input[type="text"]');
    await one.workbench.quickInput.getByText('Everything').first().waitFor();
    await box.press('Enter');
    await eventually('a name is proposed', async () => (await box.inputValue()).endsWith('.jsonl'));
    await box.press('Enter');
    await one.workbench.notification('The record was exported to mcp-elicitation-history-').waitFor();
    const { folder } = workbench().editor;
    const [name = ''] = await readdir(folder);
    assert.equal((await readFile(join(folder, name), 'utf8')).trimEnd().split('\n').length, 4);
  });

  it('clear the history of both from one, and the other goes on recording', async () => {
    const [one, two] = windows;
    assert.ok(one && two);
    await one.history.document.getByRole('button', { name: 'Clear…' }).click();
    await one.workbench.dialog.getByText('All 4 entries are lost for good').waitFor();
    await one.workbench.dialog.getByRole('button', { name: 'Clear History' }).click();
    await one.history.document.getByRole('button', { name: 'Refresh' }).click();
    await one.history.entries.filter({ hasText: 'The record was cleared' }).waitFor();

    await two.workbench.page.bringToFront();
    await two.workbench.runCommand('View: Close All Editors');
    await two.host.runTool('asker', 'ask');
    await two.host.answer('Decline');
    await two.host.panel.getByText('ask decline').waitFor();
    await eventually('the decline is recorded', async () => (await recorded()).includes('"decline"'));
    for (const { workbench, history } of windows) {
      await workbench.page.bringToFront();
      await workbench.runCommand('View: Close All Editors');
      await history.show();
      await history.entries.nth(1).waitFor();
      const told = (await history.entries.allInnerTexts()).join('\n');
      assert.match(told, /asker\s+Form for ask\s+Declined[\s\S]*The record\s+The record was cleared/);
      assert.equal(await history.entries.count(), 2);
      await history.verify('Everything is in order: 4 entries in 4 files.');
    }
  });
});
