import type { Locator } from 'playwright-core';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const asker = { command: process.execPath, args: [fromRoot('test/servers/elicitingTools.ts')] };
const faulty = { command: 'no-such-program-anywhere' };

describe('the actions above the entries in settings.json', function () {
  this.timeout(120_000);
  const workbench = useWorkbench({
    settings: { 'mcpElicitation.servers': { asker } },
    files: { '.vscode/settings.json': JSON.stringify({ 'mcpElicitation.servers': { asker: faulty } }, null, 2) },
  });

  const host = new ExtensionUi(workbench);

  /** An action or a state above an entry of the settings file in the active editor. */
  const lens = (text: string): Locator => {
    const editor = workbench().page.locator('.editor-group-container.active .editor-instance');
    return editor.locator('.codelens-decoration').locator('a, span').getByText(text, { exact: true });
  };

  it('start, restart and stop a server, and follow its state', async () => {
    await host.showView();
    await host.chooseFromMenu(/^asker, stopped/, 'Open Settings');
    await workbench().clickUntilGone(lens('Start'));
    await lens('running').waitFor();
    await lens('Restart').click();
    await lens('starting').or(lens('running')).first().waitFor();
    await lens('running').waitFor();
    await lens('Stop').click();
    await lens('Start').waitFor();
  });

  it('stay while the user types JSON that is not complete', async () => {
    await workbench().page.locator('.editor-instance .monaco-editor .view-lines').first().click();
    await workbench().page.keyboard.press('ControlOrMeta+End');
    await workbench().page.keyboard.insertText(',"editor');
    await workbench().tabs.and(workbench().page.locator('.dirty')).waitFor();
    await workbench().clickUntilGone(lens('Start'));
    await lens('running').waitFor();
    await workbench().runCommand('File: Revert File');
  });

  it('are those of the server of the workspace in its file', async () => {
    await workbench().runCommand('Preferences: Open Workspace Settings (JSON)');
    await lens('Start').waitFor();
    await lens('Show Log').click();
    const selectedChannel = workbench().page.locator('.part.panel select option:checked');
    await selectedChannel.filter({ hasText: 'MCP: asker (workspace)' }).first().waitFor({ state: 'attached' });
  });
});
