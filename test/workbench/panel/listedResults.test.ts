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
  const rows = () => host.panel.locator('.results > .result-row');

  /** Opens the list, and waits until it accepts input. */
  async function openList(): Promise<void> {
    await workbench().runCommand('MCP Elicitation: Show Results');
    await host.panel.getByRole('heading', { name: 'Results', exact: true }).waitFor();
    await host.enabledButton('Close').waitFor();
  }

  /** Presses a button of the topmost row that has it, by keyboard: a click on a row that has just appeared is ignored. */
  async function pressInRow(name: string): Promise<void> {
    await host.panel.getByRole('button', { name }).first().press('Enter');
  }

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
    await workbench().closeAllEditors();
    await workbench().reloadByCommand();
    await openList();
    await rows().first().waitFor();
    assert.equal(await rows().count(), 1);
    await pressInRow('Open the result: ask on asker');
    await host.panel.getByText('ask accept {"answer":"my first cat"}').waitFor();
    assert.equal((await asker.receivedLines(1)).length, 1, 'the tool was not run again');
  });

  it('are removed from the list and from the disk, one by one or all at once, and can be restored', async () => {
    await run('my second cat');
    await openList();
    assert.equal(await rows().count(), 2);
    await pressInRow('Remove the result: ask on asker');
    await eventually('one file is left', async () => (await files()).length === 1);
    await pressInRow('Undo removing the result: ask on asker');
    await eventually('both files are there', async () => (await files()).length === 2);
    await host.button('Remove All').click();
    await host.panel.getByText('2 results removed.').waitFor();
    await eventually('no file with a result', async () => (await files()).length === 0);
    await host.button('Undo').click();
    await rows().nth(1).waitFor();
    await eventually('both files are there again', async () => (await files()).length === 2);
  });

  it('can be read while a request waits, which is then answered', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('my third cat');
    await openList();
    await pressInRow('Open the result: ask on asker');
    await host.panel.getByText('ask accept {"answer":"my second cat"}').waitFor();
    await host.enabledButton('Close').waitFor();
    await host.button('Back').click();
    await host.panel.getByRole('heading', { name: 'Results', exact: true }).waitFor();
    await host.enabledButton('Close').click();
    assert.equal(await host.field('password hint').inputValue(), 'my third cat');
    await host.answer('Submit');
    await host.panel.getByText('ask accept {"answer":"my third cat"}').waitFor();
  });

  it('do not bring back a panel that the user closed while the call ran; a notification leads to them', async () => {
    await host.runTool('asker', 'ask_later');
    await host.panel.getByText('ask_later').first().waitFor();
    await workbench().closeAllEditors();
    await asker.createGoFile();
    // The panel opens by itself, unless the request arrives before the extension has noticed that the tab was closed.
    await workbench().statusBarItem('1 MCP question').click();
    await host.field('late answer').fill('here');
    await workbench().closeAllEditors();
    const notification = workbench().notification('“ask_later” of asker ended.');
    await notification.waitFor();
    await workbench().statusBarItem('1 MCP result').waitFor();
    assert.equal(await workbench().tabs.count(), 0);
    await notification
      .getByRole('link', { name: 'Show Result' })
      .or(notification.getByRole('button', { name: 'Show Result' }))
      .click();
    await host.panel.getByText('ask_later cancel').waitFor();
    await notification.waitFor({ state: 'detached' });
  });
});
