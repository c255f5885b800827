import assert from 'node:assert/strict';
import type { FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const withdrawal = { by: 'server', reason: 'It gave up.' } as const;

/** A question that the server took back while the person typed. */
function lost(more: Parameters<typeof formRequest>[2] = { call: callContext }) {
  const panel = new TestPanel();
  void panel.inbox.ask(formRequest('a', 'Where?', more));
  panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
  panel.inbox.withdraw('a', withdrawal);
  return panel;
}

describe('a question that is asked again after it was accepted', () => {
  const withDefaults: FormModel = {
    fields: [
      { kind: 'text', name: 'city', label: 'City', required: true },
      { kind: 'text', name: 'note', label: 'Note', required: false, default: 'none' },
      { kind: 'boolean', name: 'soon', label: 'Soon', required: false, default: true },
      { kind: 'number', name: 'days', label: 'Days', required: false, integer: true, default: 3 },
    ],
  };

  it('is filled in with what was answered, and what was left empty is empty', () => {
    const panel = new TestPanel();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    void panel.inbox.ask(formRequest('a', 'Where?', { form: withDefaults, acceptedBefore, call: callContext }));
    assert.equal(panel.question.isRepeated, true);
    assert.deepEqual(
      panel.question.inputs.map((input) => ('text' in input ? input.text : 'value' in input && input.value)),
      ['Oslo', '', null, '3'],
    );
  });

  it('sends the same when it is sent again untouched', async () => {
    const panel = new TestPanel();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    const ending = panel.inbox.ask(formRequest('a', 'Where?', { form: withDefaults, acceptedBefore }));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: panel.question.inputs });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: acceptedBefore } });
  });

  it('is not made out to be asked again when it is not', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    assert.deepEqual([panel.question.isRepeated, panel.question.draft], [false, undefined]);
  });
});

describe('what was typed into a question that went away', () => {
  for (const by of ['server', 'connection'] as const) {
    it(`is kept when it went by the ${by}, and the call is offered again`, () => {
      const panel = new TestPanel();
      void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
      panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
      panel.inbox.withdraw('a', { by, reason: 'It is gone.' });
      const [notice] = panel.view.notices;
      assert.equal(notice?.text, 'The question from weather is gone. It is gone. What you had filled in is kept.');
      assert.equal(notice?.runAgain, true);
      panel.controller.receive({ type: 'runNoticedCall', notice: notice?.id ?? '' });
      assert.deepEqual(panel.done, [`run ${weatherServer.id} ${JSON.stringify(callContext.request)}`]);
      assert.deepEqual(panel.view.notices, []);
    });
  }

  it('fills in the same question when it is asked again, once', async () => {
    const panel = lost();
    const ending = panel.inbox.ask(formRequest('b', 'Where?', { call: { ...callContext, id: 'c2' } }));
    assert.deepEqual(panel.question.inputs, textInputs('Os'));
    assert.ok(panel.question.draft);
    panel.controller.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void panel.inbox.ask(formRequest('c', 'Where?', { call: callContext }));
    assert.equal(panel.question.draft, undefined);
  });

  it('is kept also when it arrives a moment too late', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    panel.inbox.withdraw('a', withdrawal);
    assert.equal(panel.view.notices[0]?.runAgain, undefined);
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    assert.equal(panel.view.notices.length, 1);
    assert.equal(
      panel.view.notices[0]?.text,
      'The question from weather is gone. It gave up. What you had filled in is kept.',
    );
    assert.equal(panel.view.notices[0]?.runAgain, true);
    void panel.inbox.ask(formRequest('b', 'Where?', { call: callContext }));
    assert.deepEqual(panel.question.inputs, textInputs('Os'));
  });

  it('is not kept when it arrives after the user’s own answer', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    void panel.inbox.ask(formRequest('b'));
    assert.equal(panel.question.draft, undefined);
  });

  it('is kept again when the question goes away again', () => {
    const panel = lost();
    void panel.inbox.ask(formRequest('b', 'Where?', { call: callContext }));
    panel.inbox.withdraw('b', withdrawal);
    void panel.inbox.ask(formRequest('c', 'Where?', { call: callContext }));
    assert.deepEqual(panel.question.inputs, textInputs('Os'));
  });

  it('fills in no other question', () => {
    const others = [
      formRequest('b', 'Where?', { call: callContext, schema: { type: 'object' } }),
      formRequest('b', 'Where?', { call: callContext, server: { id: 'workspace:weather', name: 'weather' } }),
      formRequest('b', 'Where?', {
        call: { ...callContext, request: { kind: 'prompt', name: 'forecast', arguments: {} } },
      }),
      formRequest('b'),
    ];
    for (const other of others) {
      const panel = lost();
      void panel.inbox.ask(other);
      assert.equal(panel.question.draft, undefined);
    }
  });

  it('is not offered for an unknown call', () => {
    const panel = lost({});
    assert.equal(
      panel.view.notices[0]?.text,
      'The question from weather is gone. It gave up. What you had filled in is kept.',
    );
    assert.equal(panel.view.notices[0]?.runAgain, undefined);
    panel.controller.receive({ type: 'runNoticedCall', notice: panel.view.notices[0]?.id ?? '' });
    assert.deepEqual(panel.done, []);
  });

  it('is nothing when nothing was typed', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    panel.inbox.withdraw('a', withdrawal);
    assert.equal(panel.view.notices[0]?.text, 'The question from weather is gone. It gave up.');
    assert.equal(panel.view.notices[0]?.runAgain, undefined);
  });

  it('is kept without a notice when the user ended the call', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    panel.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    assert.deepEqual(panel.view.notices, []);
    void panel.inbox.ask(formRequest('b'));
    assert.deepEqual(panel.question.inputs, textInputs('Os'));
  });
});
