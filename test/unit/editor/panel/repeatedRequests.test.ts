import assert from 'node:assert/strict';
import type { FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const withdrawal = { by: 'server', reason: 'It gave up.' } as const;

/** A question that the server took back while the person typed. */
function lost(more: Parameters<typeof formRequest>[2] = { call: callContext }) {
  const rig = new TestPanel();
  void rig.inbox.ask(formRequest('a', 'Where?', more));
  rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
  rig.inbox.withdraw('a', withdrawal);
  return rig;
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
    const rig = new TestPanel();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    void rig.inbox.ask(formRequest('a', 'Where?', { form: withDefaults, acceptedBefore, call: callContext }));
    assert.equal(rig.question.askedAgain, true);
    assert.deepEqual(
      rig.question.inputs.map((input) => ('text' in input ? input.text : 'value' in input && input.value)),
      ['Oslo', '', null, '3'],
    );
  });

  it('sends the same when it is sent again untouched', async () => {
    const rig = new TestPanel();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    const ending = rig.inbox.ask(formRequest('a', 'Where?', { form: withDefaults, acceptedBefore }));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: rig.question.inputs });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: acceptedBefore } });
  });

  it('is not made out to be asked again when it is not', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    assert.deepEqual([rig.question.askedAgain, rig.question.draft], [false, undefined]);
  });
});

describe('what was typed into a question that went away', () => {
  for (const by of ['server', 'connection'] as const) {
    it(`is kept when it went by the ${by}, and the call is offered again`, () => {
      const rig = new TestPanel();
      void rig.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
      rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
      rig.inbox.withdraw('a', { by, reason: 'It is gone.' });
      const [notice] = rig.view.notices;
      assert.equal(notice?.text, 'The question from weather is gone. It is gone. What you had filled in is kept.');
      assert.equal(notice?.runAgain, true);
      rig.stage.receive({ type: 'runNoticedCall', notice: notice?.id ?? '' });
      assert.deepEqual(rig.done, [`run ${weatherServer.id} ${JSON.stringify(callContext.request)}`]);
      assert.deepEqual(rig.view.notices, []);
    });
  }

  it('fills in the same question when it is asked again, once', async () => {
    const rig = lost();
    const ending = rig.inbox.ask(formRequest('b', 'Where?', { call: { ...callContext, id: 'c2' } }));
    assert.deepEqual(rig.question.inputs, textInputs('Os'));
    assert.ok(rig.question.draft);
    rig.stage.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void rig.inbox.ask(formRequest('c', 'Where?', { call: callContext }));
    assert.equal(rig.question.draft, undefined);
  });

  it('is kept also when it arrives a moment too late', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    rig.inbox.withdraw('a', withdrawal);
    assert.equal(rig.view.notices[0]?.runAgain, undefined);
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    assert.equal(rig.view.notices.length, 1);
    assert.equal(
      rig.view.notices[0]?.text,
      'The question from weather is gone. It gave up. What you had filled in is kept.',
    );
    assert.equal(rig.view.notices[0]?.runAgain, true);
    void rig.inbox.ask(formRequest('b', 'Where?', { call: callContext }));
    assert.deepEqual(rig.question.inputs, textInputs('Os'));
  });

  it('is not kept when it arrives after the person’s own answer', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'decline', screen: 'a' });
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    void rig.inbox.ask(formRequest('b'));
    assert.equal(rig.question.draft, undefined);
  });

  it('is kept again when the question goes away again', () => {
    const rig = lost();
    void rig.inbox.ask(formRequest('b', 'Where?', { call: callContext }));
    rig.inbox.withdraw('b', withdrawal);
    void rig.inbox.ask(formRequest('c', 'Where?', { call: callContext }));
    assert.deepEqual(rig.question.inputs, textInputs('Os'));
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
      const rig = lost();
      void rig.inbox.ask(other);
      assert.equal(rig.question.draft, undefined);
    }
  });

  it('is not offered for a call that nobody knows', () => {
    const rig = lost({});
    assert.equal(
      rig.view.notices[0]?.text,
      'The question from weather is gone. It gave up. What you had filled in is kept.',
    );
    assert.equal(rig.view.notices[0]?.runAgain, undefined);
    rig.stage.receive({ type: 'runNoticedCall', notice: rig.view.notices[0]?.id ?? '' });
    assert.deepEqual(rig.done, []);
  });

  it('is nothing when nothing was typed', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    rig.inbox.withdraw('a', withdrawal);
    assert.equal(rig.view.notices[0]?.text, 'The question from weather is gone. It gave up.');
    assert.equal(rig.view.notices[0]?.runAgain, undefined);
  });

  it('is kept, and nothing is said, when the person ended the call themselves', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    rig.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    assert.deepEqual(rig.view.notices, []);
    void rig.inbox.ask(formRequest('b'));
    assert.deepEqual(rig.question.inputs, textInputs('Os'));
  });
});
