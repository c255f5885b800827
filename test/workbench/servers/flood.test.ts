import assert from 'node:assert/strict';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('a server that sends too many requests', function () {
  this.timeout(180_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    settings: { 'mcpElicitation.servers': { eager: asker.entry, patient: asker.entry } },
    files: { 'notes.txt': '' },
  }));

  const card = () => host.panel.getByRole('list', { name: 'Servers that ask too often' });
  const countedError = (count: number, name: string) => `${count} -31001 ${name}`;

  it('has five requests shown and the others withheld, and one card and the view show how many', async () => {
    await host.showView();
    await host.runTool('eager', 'flood');
    await card().getByText('asked 14 times in a minute; 9 were held back.').waitFor();
    assert.equal(await card().getByRole('listitem').count(), 1);
    await host.panel.getByText('4 more questions of this call.').waitFor();
    await workbench().statusBarItem('5 MCP questions').waitFor();
    await host.serverItem(/^eager, running, asked 14 times in a minute, 9 held back/).waitFor();
    assert.ok((await workbench().notifications.count()) <= 1);
  });

  it('has all its requests cancelled with one click', async () => {
    await host.enabledButton('Cancel All From This Server').click();
    assert.deepEqual(await asker.receivedLines(1), [`flood 5 cancel, ${countedError(9, 'rate_limited')}`]);
    await host.panel.getByText(countedError(9, 'rate_limited')).waitFor();
  });

  it('can be muted by keyboard, with the focus kept on the card, and unmuted by a command', async () => {
    await host.enabledButton('Mute').focus();
    await workbench().page.keyboard.press('Enter');
    await card()
      .getByText(/is muted/)
      .waitFor();
    await host.serverItem(/^eager, running, muted/).waitFor();
    const focused = host.panel.locator('button.push:focus');
    await focused.filter({ hasText: 'Unmute' }).waitFor();
    await host.runTool('eager', 'flood');
    assert.deepEqual(await asker.receivedLines(1), [`flood ${countedError(14, 'muted')}`]);
    await workbench().runCommand('MCP Elicitation: Unmute Server');
    await workbench().choose('eager');
    await host.serverItem(/^eager, running$/).waitFor();
    await card().waitFor({ state: 'hidden' });
  });

  it('is exempt from the limit for the session when the user allows it', async () => {
    await host.runTool('eager', 'flood');
    await host.enabledButton('Allow for This Session').click();
    await card().waitFor({ state: 'hidden' });
    await workbench().runCommand('MCP Elicitation: Cancel All Questions');
    await workbench().choose('eager');
    // The result takes the focus, which would close a list.
    await host.panel.getByText(/^\d+ cancel, \d+ -31001 rate_limited$/).waitFor();
    await asker.clear();
    await host.runTool('eager', 'flood');
    await host.panel.getByText('13 more questions of this call.').waitFor();
    await workbench().runCommand('MCP Elicitation: Cancel All Questions');
    await workbench().choose('eager');
    assert.deepEqual(await asker.receivedLines(1), ['flood 14 cancel']);
  });

  it('blocks neither typing nor the requests of another server while it sends ten thousand requests', async () => {
    await workbench().reload();
    await host.runTool('eager', 'deluge');
    await card().waitFor();
    // The panel takes the focus for a call of the user, which would close a list.
    await host.waitUntilReady();
    await host.runTool('patient', 'ask');
    await workbench().statusBarItem('6 MCP questions').waitFor();
    await workbench().runCommand('View: Show Explorer');
    await workbench().page.locator('.explorer-viewlet').getByRole('treeitem', { name: 'notes.txt' }).dblclick();
    await workbench().page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await workbench().page.keyboard.type('typed while it happens');
    await workbench().page.locator('.view-line').filter({ hasText: 'typed while it happens' }).waitFor();
    await workbench().runCommand('MCP Elicitation: Cancel All Questions');
    await workbench().choose('eager');
    const cancelled = `deluge 5 cancel, ${countedError(9995, 'rate_limited')}`;
    assert.deepEqual(await asker.receivedLines(1), [cancelled]);
    await workbench().statusBarItem('1 MCP question').click();
    await host.field('password hint').fill('x');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(2), [cancelled, 'ask accept {"answer":"x"}']);
  });
});
