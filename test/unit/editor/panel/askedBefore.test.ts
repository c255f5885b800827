import assert from 'node:assert/strict';
import type { FormModel } from '../../../../src/form/model.ts';
import { asking, definition, form, of, question, Rig, typed } from './rig.ts';

const withdrawal = { by: 'server', reason: 'It gave up.' } as const;

/** A question that the server took back while the person typed. */
function lost(more: Parameters<typeof question>[2] = { call: asking }) {
  const rig = new Rig();
  void rig.inbox.ask(question('a', 'Where?', more));
  rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, inputs: typed('Os') });
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
    const rig = new Rig();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    void rig.inbox.ask(question('a', 'Where?', { form: withDefaults, acceptedBefore, call: asking }));
    assert.equal(rig.question.askedAgain, true);
    assert.deepEqual(
      rig.question.inputs.map((input) => ('text' in input ? input.text : 'value' in input && input.value)),
      ['Oslo', '', null, '3'],
    );
  });

  it('sends the same when it is sent again untouched', async () => {
    const rig = new Rig();
    const acceptedBefore = { city: 'Oslo', days: 3 };
    const ending = rig.inbox.ask(question('a', 'Where?', { form: withDefaults, acceptedBefore }));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: rig.question.inputs });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: acceptedBefore } });
  });

  it('ends with its call when the person stops that', () => {
    const rig = new Rig();
    void rig.inbox.ask(question('a', 'Where?', { acceptedBefore: { city: 'Oslo' }, call: asking }));
    rig.stage.receive({ type: 'stopCall', screen: 'a' });
    assert.deepEqual(rig.done, ['cancel call c1']);
  });

  it('is cancelled when the person stops a call that has ended already', async () => {
    const rig = new Rig();
    const ending = rig.inbox.ask(question('a', 'Where?', { acceptedBefore: { city: 'Oslo' }, call: asking }));
    rig.stage.receive({ type: 'stopCall', screen: 'a' });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'cancel' } });
  });

  it('is not made out to be asked again when it is not', () => {
    const rig = new Rig();
    void rig.inbox.ask(question('a'));
    assert.deepEqual([rig.question.askedAgain, rig.question.restored], [false, false]);
  });
});

describe('what was typed into a question that went away', () => {
  for (const by of ['server', 'connection'] as const) {
    it(`is kept when it went by the ${by}, and the call is offered again`, () => {
      const rig = new Rig();
      void rig.inbox.ask(question('a', 'Where?', { call: asking }));
      rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, inputs: typed('Os') });
      rig.inbox.withdraw('a', { by, reason: 'It is gone.' });
      const [notice] = rig.view.notices;
      assert.equal(notice?.text, 'weather took back: It is gone. Kept.');
      assert.equal(notice?.runAgain, true);
      rig.stage.receive({ type: 'runNoticed', notice: notice?.id ?? '' });
      assert.deepEqual(rig.done, [`run ${definition.id} ${JSON.stringify(asking.request)}`]);
      assert.deepEqual(rig.view.notices, []);
    });
  }

  it('fills in the same question when it is asked again, once', async () => {
    const rig = lost();
    const ending = rig.inbox.ask(question('b', 'Where?', { call: { ...asking, id: 'c2' } }));
    assert.deepEqual(rig.question.inputs, typed('Os'));
    assert.equal(rig.question.restored, true);
    rig.stage.receive({ type: 'submit', screen: 'b', inputs: typed('Oslo') });
    assert.equal(await of(ending), 'accept');
    void rig.inbox.ask(question('c', 'Where?', { call: asking }));
    assert.equal(rig.question.restored, false);
  });

  it('is kept also when it arrives a moment too late', () => {
    const rig = new Rig();
    void rig.inbox.ask(question('a', 'Where?', { call: asking }));
    rig.inbox.withdraw('a', withdrawal);
    assert.equal(rig.view.notices[0]?.runAgain, undefined);
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, inputs: typed('Os') });
    assert.equal(rig.view.notices.length, 1);
    assert.equal(rig.view.notices[0]?.text, 'weather took back: It gave up. Kept.');
    assert.equal(rig.view.notices[0]?.runAgain, true);
    void rig.inbox.ask(question('b', 'Where?', { call: asking }));
    assert.deepEqual(rig.question.inputs, typed('Os'));
  });

  it('is not kept when it arrives after the person’s own answer', () => {
    const rig = new Rig();
    void rig.inbox.ask(question('a'));
    rig.stage.receive({ type: 'decline', screen: 'a' });
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, inputs: typed('Os') });
    void rig.inbox.ask(question('b'));
    assert.equal(rig.question.restored, false);
  });

  it('is kept again when the question goes away again', () => {
    const rig = lost();
    void rig.inbox.ask(question('b', 'Where?', { call: asking }));
    rig.inbox.withdraw('b', withdrawal);
    void rig.inbox.ask(question('c', 'Where?', { call: asking }));
    assert.deepEqual(rig.question.inputs, typed('Os'));
  });

  it('fills in no other question', () => {
    const others = [
      question('b', 'Where to?', { call: asking }),
      question('b', 'Where?', { call: asking, schema: { type: 'object' } }),
      question('b', 'Where?', { call: asking, server: { id: 'workspace:weather', name: 'weather' } }),
      question('b', 'Where?', { call: { ...asking, request: { kind: 'prompt', name: 'forecast', arguments: {} } } }),
      question('b'),
    ];
    for (const other of others) {
      const rig = lost();
      void rig.inbox.ask(other);
      assert.equal(rig.question.restored, false);
    }
  });

  it('is not offered for a call that nobody knows', () => {
    const rig = lost({});
    assert.equal(rig.view.notices[0]?.text, 'weather took back: It gave up. Kept.');
    assert.equal(rig.view.notices[0]?.runAgain, undefined);
    rig.stage.receive({ type: 'runNoticed', notice: rig.view.notices[0]?.id ?? '' });
    assert.deepEqual(rig.done, []);
  });

  it('is nothing when nothing was typed', () => {
    const rig = new Rig();
    void rig.inbox.ask(question('a', 'Where?', { call: asking }));
    rig.inbox.withdraw('a', withdrawal);
    assert.equal(rig.view.notices[0]?.text, 'weather took back: It gave up.');
    assert.equal(rig.view.notices[0]?.runAgain, undefined);
  });

  it('is not kept when the person ended the call themselves', () => {
    const rig = new Rig();
    void rig.inbox.ask(question('a'));
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, inputs: typed('Os') });
    rig.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    void rig.inbox.ask(question('b'));
    assert.equal(rig.question.restored, false);
  });

  it('is forgotten after an hour', () => {
    const rig = lost();
    rig.now = 3_600_001;
    void rig.inbox.ask(question('b', 'Where?', { call: asking }));
    assert.equal(rig.question.restored, false);
  });

  it('is forgotten when twenty others came after it', () => {
    const rig = lost();
    for (let count = 0; count < 20; count += 1) {
      void rig.inbox.ask(question(`q${count}`, `Number ${count}?`));
      rig.stage.receive({ type: 'edit', screen: `q${count}`, revision: 1, inputs: typed('x') });
      rig.inbox.withdraw(`q${count}`, withdrawal);
    }
    void rig.inbox.ask(question('b', 'Where?', { call: asking }));
    assert.equal(rig.question.restored, false);
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    void rig.inbox.ask(question('c', 'Number 0?'));
    assert.equal(rig.question.restored, true);
  });

  it('is not put into a form that it does not fit', () => {
    const rig = lost();
    const other: FormModel = { fields: [...form.fields, { kind: 'boolean', name: 'x', label: 'X', required: false }] };
    void rig.inbox.ask(question('b', 'Where?', { call: asking, form: other }));
    assert.equal(rig.question.restored, false);
  });
});
