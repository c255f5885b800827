import assert from 'node:assert/strict';
import type { FormRequest, Withdrawal } from '#core/model/elicitationRequest.ts';
import { callContext, fieldChanges, formRequest, textInputs } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';

const gone: Withdrawal = { by: 'server', reason: 'It gave up.' };
const otherServer = { id: 'user:other', name: 'other' };

describe('the notice about a withdrawn request', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  /** Asks a request and withdraws it, after the user has typed into it. */
  function withdraw(id: string, message: string, more: Partial<FormRequest> = {}, withdrawal = gone): void {
    void panel.inbox.ask(formRequest(id, message, { call: callContext, ...more }));
    panel.controller.receive({ type: 'edit', screen: id, revision: 1, changes: fieldChanges(textInputs('Os')) });
    panel.inbox.withdraw(id, withdrawal);
  }
  const questions = () => panel.view.notices.map(({ closed }) => closed?.words);

  it('names its question on one line, shortened', () => {
    withdraw('a', `Where\u202e\nto? ${'w'.repeat(200)}`);
    assert.equal(questions()[0], `Where to? ${'w'.repeat(40)}…`);
  });

  it('replaces the one about an earlier request of the same server, as a new notice', () => {
    withdraw('a', 'Where?');
    withdraw('x', 'Who?', { server: otherServer });
    const [first] = panel.view.notices;
    withdraw('b', 'When?');
    assert.deepEqual(questions(), ['Who?', 'When?']);
    assert.ok(!panel.view.notices.some(({ id }) => id === first?.id));
  });

  it('is gone when the same server asks the same again, and stays when it or another server asks something else', () => {
    withdraw('a', 'Where?');
    void panel.inbox.ask(formRequest('b', 'When?', { call: callContext }));
    void panel.inbox.ask(formRequest('c', 'Where?', { call: callContext, server: otherServer }));
    assert.deepEqual(questions(), ['Where?']);
    void panel.inbox.ask(formRequest('d', 'Where?', { call: callContext }));
    assert.deepEqual(questions(), []);
  });

  it('is gone when the user has answered a later request of the same tool', () => {
    withdraw('a', 'Where?');
    const otherTool = { ...callContext, request: { ...callContext.request, name: 'other' } };
    for (const [id, call] of [
      ['b', otherTool],
      ['c', callContext],
    ] as const) {
      assert.deepEqual(questions(), ['Where?']);
      void panel.inbox.ask(formRequest(id, 'When?', { call }));
      panel.controller.receive({ type: 'decline', screen: id });
    }
    assert.deepEqual(questions(), []);
  });

  it('stays when a program cancels a later request', () => {
    withdraw('a', 'Where?');
    void panel.inbox.ask(formRequest('b', 'When?', { call: callContext, server: { ...otherServer } }));
    panel.inbox.decide('b', { action: 'cancel', byProgram: true });
    assert.deepEqual(questions(), ['Where?', 'When?']);
  });

  it('is a note if the user ended the request in the agent, and a warning otherwise', () => {
    const withdrawals: readonly (readonly [Withdrawal, string])[] = [
      [gone, 'warning'],
      [{ by: 'connection', reason: 'It was lost.' }, 'warning'],
      [{ by: 'host', reason: 'The call was interrupted in Codex.', isNews: true }, 'info'],
    ];
    for (const [withdrawal, severity] of withdrawals) {
      withdraw(severity + withdrawal.by, 'Where?', {}, withdrawal);
      assert.equal(panel.view.notices.at(-1)?.severity, severity);
    }
  });
});
