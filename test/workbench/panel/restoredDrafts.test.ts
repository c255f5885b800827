import assert from 'node:assert/strict';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import { untilDraftWritten } from '#test/workbench/harness/storage.ts';

describe('a draft', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers();

  const hint = () => host.field('password hint');
  const waitForDraft = (text: string) => untilDraftWritten(workbench(), text);

  it('is filled in after the window was reloaded, can be removed and restored, and is sent only by Submit', async () => {
    await host.runTool('asker', 'ask');
    await hint().fill('the name of my fir');
    await waitForDraft('the name of my fir');
    await workbench().reload();
    await host.runTool('asker', 'ask');
    await host.panel.locator('.draft').getByText('Your earlier answers are filled in').waitFor();
    assert.equal(await hint().inputValue(), 'the name of my fir');

    await host.button('Start Over').click();
    await host.button('Undo').waitFor();
    assert.equal(await hint().inputValue(), '');
    await host.button('Undo').click();
    await host.button('Start Over').waitFor();
    assert.equal(await hint().inputValue(), 'the name of my fir');

    await hint().press('End');
    await hint().pressSequentially('st cat');
    assert.deepEqual(
      (await asker.receivedLines(0)).filter((line) => line.includes('accept')),
      [],
    );
    await host.answer('Submit');
    await host.panel.getByText('ask accept {"answer":"the name of my first cat"}').waitFor();
    await host.runTool('asker', 'ask');
    await hint().waitFor();
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
  });

  it('is filled in after Escape and after the tab was closed', async () => {
    await host.runTool('asker', 'ask');
    await hint().pressSequentially('half');
    await host.waitUntilReady();
    await hint().press('Escape');
    await hint().waitFor({ state: 'detached' });
    await host.runTool('asker', 'ask');
    await hint().waitFor();
    assert.equal(await hint().inputValue(), 'half');
    await hint().press('End');
    await hint().pressSequentially(' an answer');
    await workbench().runCommand('View: Close Editor');
    await host.runTool('asker', 'ask');
    await hint().waitFor();
    assert.equal(await hint().inputValue(), 'half an answer');
    await host.answer('Cancel');
  });

  it('is removed when the user clears the drafts', async () => {
    await workbench().runCommand('MCP Elicitation: Clear Drafts...');
    await workbench().dialog.getByText('Clear the draft of 1 form?').waitFor();
    await workbench().dialog.getByRole('button', { name: 'Clear Drafts', exact: true }).click();
    await host.runTool('asker', 'ask');
    await hint().waitFor();
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
    await workbench().runCommand('MCP Elicitation: Clear Drafts...');
    await workbench().notification('There are no drafts.').waitFor();
  });
});
