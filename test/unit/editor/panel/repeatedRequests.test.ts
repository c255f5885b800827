import assert from 'node:assert/strict';
import type { FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const withdrawal = { by: 'server', reason: 'It gave up.' } as const;

/** A panel with a request that the server withdrew while the user typed. */
function withdrawnForm(more: Parameters<typeof formRequest>[2] = { call: callContext }) {
  const panel = new TestPanel();
  void panel.inbox.ask(formRequest('a', 'Where?', more));
  panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
  panel.inbox.withdraw('a', withdrawal);
  return panel;
}

describe('a request that is repeated after it was accepted', () => {
  const withDefaults: FormModel = {
    fields: [
      { kind: 'text', name: 'city', label: 'City', required: true },
      { kind: 'text', name: 'note', label: 'Note', required: false, default: 'none' },
      { kind: 'boolean', name: 'soon', label: 'Soon', required: false, default: true },
      { kind: 'number', name: 'days', label: 'Days', required: false, integer: true, default: 3 },
    ],
  };

  it('is filled in with the accepted answers, and omitted fields are empty', () => {
    const panel = new TestPanel();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    void panel.inbox.ask(formRequest('a', 'Where?', { form: withDefaults, acceptedBefore, call: callContext }));
    assert.equal(panel.formScreen.isRepeated, true);
    assert.deepEqual(
      panel.formScreen.inputs.map((input) => ('text' in input ? input.text : 'value' in input && input.value)),
      ['Oslo', '', null, '3'],
    );
  });

  it('sends the same content if the user changes no input', async () => {
    const panel = new TestPanel();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    const ending = panel.inbox.ask(formRequest('a', 'Where?', { form: withDefaults, acceptedBefore }));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: panel.formScreen.inputs });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: acceptedBefore } });
  });

  it('leaves out again what was left out, also if the default is empty', async () => {
    const emptyDefaults: FormModel = {
      fields: [
        { kind: 'text', name: 'note', label: 'Note', required: false, default: '' },
        {
          kind: 'multiChoice',
          name: 'days',
          label: 'Days',
          required: false,
          options: [{ value: 'mon', label: 'Monday' }],
          default: [],
        },
      ],
    };
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a', 'Where?', { form: emptyDefaults, acceptedBefore: {} }));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: panel.formScreen.inputs });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: {} } });
  });

  it('is not marked as repeated if it is another request', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    assert.deepEqual([panel.formScreen.isRepeated, panel.formScreen.draft], [false, undefined]);
  });
});

describe('the draft of a withdrawn request', () => {
  for (const by of ['server', 'connection'] as const) {
    it(`is kept if the request was withdrawn by the ${by}, and the notice offers to run the call again`, () => {
      const panel = new TestPanel();
      void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
      panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
      panel.inbox.withdraw('a', { by, reason: 'It is gone.' });
      const [notice] = panel.view.notices;
      assert.deepEqual(notice?.closed, { server: 'weather', words: 'Where?' });
      assert.equal(notice.text, 'It is gone. What you had filled in is kept.');
      assert.equal(notice?.runAgain, true);
      panel.controller.receive({ type: 'runNoticedCall', notice: notice?.id ?? '' });
      assert.deepEqual(panel.actionsDone, [`run ${weatherServer.id} ${JSON.stringify(callContext.request)}`]);
      assert.deepEqual(panel.view.notices, []);
    });
  }

  it('fills an equal request once', async () => {
    const panel = withdrawnForm();
    const ending = panel.inbox.ask(formRequest('b', 'Where?', { call: { ...callContext, id: 'c2' } }));
    assert.deepEqual(panel.formScreen.inputs, textInputs('Os'));
    assert.ok(panel.formScreen.draft);
    panel.controller.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void panel.inbox.ask(formRequest('c', 'Where?', { call: callContext }));
    assert.equal(panel.formScreen.draft, undefined);
  });

  it('is also kept if the last edit arrives after the withdrawal', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    panel.inbox.withdraw('a', withdrawal);
    assert.equal(panel.view.notices[0]?.runAgain, undefined);
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    assert.equal(panel.view.notices.length, 1);
    assert.equal(panel.view.notices[0]?.text, 'It gave up. What you had filled in is kept.');
    assert.equal(panel.view.notices[0]?.runAgain, true);
    void panel.inbox.ask(formRequest('b', 'Where?', { call: callContext }));
    assert.deepEqual(panel.formScreen.inputs, textInputs('Os'));
  });

  it('is not kept if an edit arrives after the user’s answer', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    void panel.inbox.ask(formRequest('b'));
    assert.equal(panel.formScreen.draft, undefined);
  });

  it('is kept again if the next request is also withdrawn', () => {
    const panel = withdrawnForm();
    void panel.inbox.ask(formRequest('b', 'Where?', { call: callContext }));
    panel.inbox.withdraw('b', withdrawal);
    void panel.inbox.ask(formRequest('c', 'Where?', { call: callContext }));
    assert.deepEqual(panel.formScreen.inputs, textInputs('Os'));
  });

  it('does not fill another request', () => {
    const others = [
      formRequest('b', 'Where?', { call: callContext, schema: { type: 'object' } }),
      formRequest('b', 'Where?', { call: callContext, server: { id: 'workspace:weather', name: 'weather' } }),
      formRequest('b', 'Where?', {
        call: { ...callContext, request: { kind: 'prompt', name: 'forecast', arguments: {} } },
      }),
      formRequest('b'),
    ];
    for (const other of others) {
      const panel = withdrawnForm();
      void panel.inbox.ask(other);
      assert.equal(panel.formScreen.draft, undefined);
    }
  });

  it('is kept without an offer to run the call again, if the call is unknown', () => {
    const panel = withdrawnForm({});
    assert.equal(panel.view.notices[0]?.text, 'It gave up. What you had filled in is kept.');
    assert.equal(panel.view.notices[0]?.runAgain, undefined);
    panel.controller.receive({ type: 'runNoticedCall', notice: panel.view.notices[0]?.id ?? '' });
    assert.deepEqual(panel.actionsDone, []);
  });

  it('does not exist if the user typed nothing', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    panel.inbox.withdraw('a', withdrawal);
    assert.equal(panel.view.notices[0]?.text, 'It gave up.');
    assert.equal(panel.view.notices[0]?.runAgain, undefined);
  });

  it('is kept without a notice if the user ended the call', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Os')) });
    panel.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    assert.deepEqual(panel.view.notices, []);
    void panel.inbox.ask(formRequest('b'));
    assert.deepEqual(panel.formScreen.inputs, textInputs('Os'));
  });
});
