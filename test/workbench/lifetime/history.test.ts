import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('the history', function () {
  this.timeout(120_000);
  const workbench = useWorkbench();

  const host = new ExtensionUi(workbench);
  const history = new HistoryPage(workbench);
  const list = () => history.document.getByRole('listbox', { name: 'Entries, newest first' });
  const nothingMatches = () => history.document.getByRole('main').getByText('Nothing matches all of these filters:');
  const focused = (locator: Locator) => locator.and(history.document.locator(':focus'));

  it('leads to the demo while it is empty', async () => {
    await history.show();
    await history.document.getByText('Nothing is recorded yet.').waitFor();
    await history.document.getByRole('button', { name: 'Try the Demo' }).click();
    await workbench().choose('Change a delivery address');
    await history.document.getByRole('region', { name: 'Demo asks' }).waitFor();
    // The harness expects one visible webview of the extension, so the history is closed.
    await workbench().tabs.filter({ hasText: 'MCP Elicitation History' }).click({ button: 'middle' });
    await host.answer('Cancel');
    await host.panel.getByText('there was nothing to change').waitFor();
    await host.runTool('Demo', 'change_delivery_address');
    await host.answer('Decline');
    await host.panel
      .getByText(/on Demo/)
      .first()
      .waitFor();
  });

  it('shows requests with their decisions, and can be filtered', async () => {
    await history.show();
    await history.entries.nth(1).waitFor();
    assert.equal(await history.entries.count(), 2);
    assert.match(await history.entries.nth(0).innerText(), /Demo\s+Form for change_delivery_address\s+Declined/);
    const day = history.document.getByRole('group').first();
    await day.getByText('This editor: 2 calls, 2 questions, 1 declined').waitFor();
    await history.document.getByRole('combobox', { name: 'Outcome' }).selectOption('Cancelled');
    await history.entries.filter({ hasText: 'Declined' }).waitFor({ state: 'detached' });
    assert.match(await history.entries.nth(0).innerText(), /Cancelled/);
    await day.getByText('What the filters let through:').waitFor();
    await history.document.getByLabel('Search').fill('nothing has this name');
    await nothingMatches().waitFor();
    await history.document.getByRole('button', { name: 'Clear Filters' }).click();
    await history.entries.nth(1).waitFor();
  });

  it('can be read by keyboard', async () => {
    const { keyboard } = workbench().page;
    await history.document.getByRole('combobox', { name: 'Day' }).focus();
    for (let presses = 0; presses < 10 && !(await focused(list()).count()); presses += 1) {
      await keyboard.press('Tab');
    }
    const selectedEntry = history.document.locator('.entry[aria-selected="true"]');
    await selectedEntry.filter({ hasText: 'Declined' }).waitFor();
    await keyboard.press('ArrowDown');
    await selectedEntry.filter({ hasText: 'Cancelled' }).waitFor();
    await keyboard.press('Home');
    await selectedEntry.filter({ hasText: 'Declined' }).waitFor();
    await keyboard.press('End');
    await selectedEntry.filter({ hasText: 'Cancelled' }).waitFor();
    const details = history.document.getByRole('region', { name: 'Details' });
    await details.getByText('Decided by').waitFor();
    await keyboard.press('Enter');
    await focused(
      details.getByRole('heading', { name: 'Demo: Form for change_delivery_address (Cancelled)' }),
    ).waitFor();
    assert.match(await details.innerText(), /Decided by\s+You/);
    assert.match(await details.innerText(), /Message\s+not recorded/);
    assert.ok(await details.getByRole('button', { name: 'Show Wire' }).isVisible());
    await keyboard.press('Escape');
    await focused(list()).waitFor();
  });

  it('also shows the calls if the user turns on their switch', async () => {
    const calls = history.document.getByRole('checkbox', { name: 'Show tool calls' });
    await calls.check();
    await history.entries.nth(3).waitFor();
    await history.document.getByRole('combobox', { name: 'Kind' }).selectOption('Tool call');
    await history.entries.nth(2).waitFor({ state: 'detached' });
    assert.match((await history.entries.allInnerTexts()).join(), /(Call of change_delivery_address.*){2}/s);
    await calls.uncheck();
    await history.entries.filter({ hasText: 'Form for change_delivery_address' }).nth(1).waitFor();
    assert.equal(await history.entries.count(), 2);
  });

  it('is filtered by caller, server and tool, with the names that the record has, also after a reload', async () => {
    const box = (name: string) => history.document.getByRole('combobox', { name });
    await box('Caller').selectOption('This editor');
    await box('Server').selectOption('Demo');
    await box('Tool').selectOption('change_delivery_address');
    await history.entries.nth(1).waitFor();
    await box('Caller').selectOption('Other extensions');
    await nothingMatches().waitFor();
    await workbench().reloadByCommand();
    await nothingMatches().waitFor();
    assert.equal(await box('Tool').inputValue(), 'change_delivery_address');
    await history.document.getByRole('button', { name: 'Remove the filter Caller' }).click();
    await history.entries.nth(1).waitFor();
    await history.document.getByRole('button', { name: 'Clear Filters' }).click();
    await history.entries.nth(1).waitFor();
  });

  it('verifies the record', async () => {
    await history.verify('Everything is in order: 4 entries in 2 files.');
  });

  it('is shown after a reload of the window, and Verify names an entry that was changed in the file', async () => {
    await workbench().closeAllEditors();
    await workbench().reloadByCommand();
    await history.show();
    await history.entries.nth(1).waitFor();
    await history.verify('Everything is in order: 4 entries in 2 files.');

    const folder = workbench().editor.recordFolder;
    const [name = ''] = await readdir(folder);
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace('"cancel"', '"accept"'));
    await history.verify(`The record is not in order. ${name}. Line 1: this entry is not what was written`);
    await writeFile(join(folder, name), text);
  });

  it('is cleared after a dialog that states what is lost', async () => {
    await history.document.getByRole('button', { name: 'Clear…' }).click();
    const { dialog } = workbench();
    await dialog.getByText('All 4 entries are deleted permanently').waitFor();
    await dialog.getByRole('button', { name: 'Clear History' }).click();
    await history.document.getByRole('button', { name: 'Refresh' }).click();
    await history.entries.filter({ hasText: 'The record was cleared' }).waitFor();
    assert.equal(await history.entries.count(), 1);
  });
});

describe('the history while recording is switched off', function () {
  this.timeout(120_000);
  const workbench = useWorkbench({ settings: { 'mcpElicitation.record.enabled': false } });
  const host = new ExtensionUi(workbench);

  it('shows that, stays empty, and leads to the settings', async () => {
    await host.tryDemo();
    await host.answer('Decline');
    await host.panel
      .getByText(/on Demo/)
      .first()
      .waitFor();
    await workbench().closeAllEditors();
    await workbench().runCommand('MCP Elicitation: Show History');
    await host.panel.getByText('Recording is switched off:').waitFor();
    await host.panel.getByText('Nothing is recorded, because recording is switched off.').waitFor();
    await host.button('Open Settings').click();
    await workbench().tabs.filter({ hasText: 'Settings' }).waitFor();
  });
});
