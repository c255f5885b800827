import assert from 'node:assert/strict';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('remembered answers', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    settings: { 'mcpElicitation.servers': { asker: asker.entry, other: asker.entry } },
  }));

  const hint = () => host.field('password hint');
  const checkbox = () => host.panel.getByRole('checkbox', { name: 'Use these answers next time' });
  const remark = () => host.panel.locator('.remark > span');
  const forget = () => host.button('Forget the remembered answer to password hint');
  async function openForm(server = 'asker', tool = 'ask'): Promise<void> {
    await host.runTool(server, tool);
    await hint().waitFor();
  }
  /** Answers the form with the checkbox "Use these answers next time" checked. */
  async function rememberAnswer(text: string): Promise<void> {
    await openForm();
    await hint().fill(text);
    await checkbox().check();
    await host.answer('Submit');
    await host.panel.getByText(`ask accept {"answer":"${text}"}`).waitFor();
  }

  it('are filled in and marked after the window was reloaded, and sent only by Submit', async () => {
    await rememberAnswer('my first cat');
    await workbench().reload();
    await asker.clear();
    await openForm();
    assert.equal(await hint().inputValue(), 'my first cat');
    assert.equal(await remark().innerText(), 'Remembered');
    assert.equal(await checkbox().isChecked(), false);
    await host.waitUntilReady();
    assert.deepEqual(await asker.receivedLines(0), []);
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask accept {"answer":"my first cat"}']);
  });

  it('are not filled in for another server with the same form', async () => {
    await openForm('other');
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
  });

  it('can be forgotten at the field, and restored by Undo', async () => {
    await openForm();
    await forget().click();
    await remark().filter({ hasText: 'Forgotten' }).waitFor();
    assert.equal(await hint().inputValue(), '');
    await host.button('Undo forgetting the answer to password hint').click();
    await remark().filter({ hasText: 'Remembered' }).waitFor();
    assert.equal(await hint().inputValue(), 'my first cat');
    await forget().click();
    await remark().filter({ hasText: 'Forgotten' }).waitFor();
    await host.answer('Cancel');
    await openForm();
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
  });

  it('are listed, and can be forgotten one by one or all at once, and restored while the list is open', async () => {
    await rememberAnswer('my second cat');
    await workbench().runCommand('MCP Elicitation: Remembered Answers...');
    await workbench().choice('my second cat').waitFor();
    await workbench().quickInput.getByText('asker: ask').waitFor();
    await workbench().choose('my second cat');
    await workbench().choice('Forgotten. Choose it to undo that.').waitFor();
    await workbench().choice('password hint').click();
    await workbench().choice('my second cat').waitFor();
    const row = workbench().choice('my second cat');
    await row.hover();
    await row.getByRole('button', { name: 'Forget' }).click();
    await row.waitFor({ state: 'detached' });
    await workbench().choice('password hint').hover();
    await workbench().choice('password hint').getByRole('button', { name: 'Undo' }).click();
    await workbench().choice('my second cat').waitFor();
    await workbench().screenshot('remembered-answers');
    await workbench()
      .quickInput.getByRole('option', { name: /^Forget All,/ })
      .click();
    await row.waitFor({ state: 'detached' });
    await workbench().page.keyboard.press('Escape');
    await openForm();
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
    await workbench().runCommand('MCP Elicitation: Remembered Answers...');
    await workbench().notification('No answers are remembered.').waitFor();
  });
});
