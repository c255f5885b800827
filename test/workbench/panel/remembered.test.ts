import assert from 'node:assert/strict';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('answers that are used again', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    settings: { 'mcpElicitation.servers': { asker: asker.entry, other: asker.entry } },
  }));

  const hint = () => host.field('password hint');
  const box = () => host.panel.getByRole('checkbox', { name: 'Use these answers next time' });
  const remark = () => host.panel.locator('.remark > span');
  const forget = () => host.panel.getByRole('button', { name: 'Forget the remembered answer to password hint' });
  async function ask(server = 'asker', tool = 'ask'): Promise<void> {
    await host.runTool(server, tool);
    await hint().waitFor();
  }
  /** Asks, and answers with the box ticked. */
  async function teach(text: string): Promise<void> {
    await ask();
    await hint().fill(text);
    await box().check();
    await host.answer('Submit');
    await host.panel.getByText(`ask accept {"answer":"${text}"}`).waitFor();
  }

  it('are filled in and marked after the window was loaded anew, and sent only by Submit', async () => {
    await teach('my first cat');
    await workbench().reload();
    await asker.clear();
    await ask();
    assert.equal(await hint().inputValue(), 'my first cat');
    assert.equal(await remark().innerText(), 'Remembered');
    assert.equal(await box().isChecked(), false);
    await host.ready();
    assert.deepEqual(await asker.receivedLines(0), []);
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask accept {"answer":"my first cat"}']);
  });

  it('are not filled in for another server that asks for the same', async () => {
    await ask('other');
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
  });

  it('are forgotten at the field, and brought back by Undo', async () => {
    await ask();
    await forget().click();
    await remark().filter({ hasText: 'Forgotten' }).waitFor();
    assert.equal(await hint().inputValue(), '');
    await host.button('Undo forgetting the answer to password hint').click();
    await remark().filter({ hasText: 'Remembered' }).waitFor();
    assert.equal(await hint().inputValue(), 'my first cat');
    await forget().click();
    await remark().filter({ hasText: 'Forgotten' }).waitFor();
    await host.answer('Cancel');
    await ask();
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
  });

  it('are listed, forgotten one by one or all together, and brought back while the list is open', async () => {
    await teach('my second cat');
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
    await ask();
    assert.equal(await hint().inputValue(), '');
    await host.answer('Cancel');
    await workbench().runCommand('MCP Elicitation: Remembered Answers...');
    await workbench().notification('No answers are remembered.').waitFor();
  });
});
