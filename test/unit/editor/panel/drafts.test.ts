import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { FormModel } from '#form/model.ts';
import {
  callContext,
  cityForm,
  fieldChanges,
  formRequest,
  settledAction,
  TestPanel,
  textInputs,
  weatherServer,
} from './testPanel.ts';

/** The shape of a GitHub token; of none that there is. */
const token = `ghp_${'a1B2'.repeat(9)}`;
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

const account: FormModel = {
  fields: [
    { kind: 'text', name: 'city', label: 'City', required: true },
    { kind: 'text', name: 'password', label: 'Password', required: false },
  ],
};
const withPassword = { form: account, sensitive: sensitiveFields(account, ''), call: callContext };

function ask(rig: TestPanel, id: string, message = 'Where?', more: Partial<FormRequest> = { call: callContext }) {
  return rig.inbox.ask(formRequest(id, message, more));
}

function edit(rig: TestPanel, screen: string, ...texts: string[]): void {
  const inputs = texts.flatMap(textInputs);
  rig.stage.receive({ type: 'edit', screen, revision: 1, changes: fieldChanges(inputs) });
}

/** The window is loaded anew, with what was written of the drafts. */
async function reload(rig: TestPanel): Promise<TestPanel> {
  await rig.drafts.flush();
  return new TestPanel({ before: rig });
}

const texts = (rig: TestPanel) => rig.question.inputs.map((input) => 'text' in input && input.text);
/** What was put into the form last, on request. */
const filled = (rig: TestPanel) => {
  const last = rig.posted.findLast((message) => message.type === 'fill');
  return last?.inputs.map((input) => 'text' in input && input.text);
};
const written = (rig: TestPanel) => [...rig.files.texts.values()].join('');

describe('what is typed into a question', () => {
  let rig: TestPanel;
  beforeEach(() => {
    rig = new TestPanel();
  });

  it('is there again after a reload, says from when it is, and sends nothing', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'Os');
    rig.inbox.withdraw('a', { by: 'host', reason: 'The window is closing.' });
    const after = await reload(rig);
    after.now += 10 * minute;
    const ending = ask(after, 'b');
    assert.deepEqual(texts(after), ['Os']);
    assert.deepEqual(after.question.draft, { minutes: 10, otherWords: false, missing: [], startedOver: false });
    assert.equal(await settledAction(ending), 'open');
  });

  it('is written also when the extension host dies with the question open', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'Os');
    const after = await reload(rig);
    void ask(after, 'b');
    assert.deepEqual(texts(after), ['Os']);
  });

  for (const leave of ['cancel', 'close'] as const) {
    it(`is kept on ${leave}`, async () => {
      const ending = ask(rig, 'a');
      rig.draw();
      edit(rig, 'a', 'Os');
      if (leave === 'close') {
        rig.stage.closed();
      } else {
        rig.stage.receive({ type: 'cancel', screen: 'a' });
      }
      assert.equal(await settledAction(ending), 'cancel');
      const after = await reload(rig);
      void ask(after, 'b');
      assert.deepEqual(texts(after), ['Os']);
    });
  }

  it('is gone when it was sent', async () => {
    const ending = ask(rig, 'a');
    edit(rig, 'a', 'Os');
    await rig.drafts.flush();
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void ask(rig, 'b');
    assert.equal(rig.question.draft, undefined);
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
  });

  it('stays in memory and leaves the disk when the person declines', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'Os');
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 1);
    rig.stage.receive({ type: 'decline', screen: 'a' });
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
    void ask(rig, 'b');
    assert.deepEqual(texts(rig), ['Os']);
  });

  it('that was turned down is kept as it was sent', async () => {
    void ask(rig, 'a', 'Where?', { call: callContext, form: { fields: [...account.fields] } });
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: [...textInputs(''), ...textInputs('note')] });
    const after = await reload(rig);
    void ask(after, 'b', 'Where?', { call: callContext, form: account });
    assert.deepEqual(texts(after), ['', 'note']);
  });

  it('is nothing to be kept when the form shows what it began with', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'O');
    edit(rig, 'a', '');
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
  });

  it('is not shown in the place of what was accepted in the same call, unless it is newer', () => {
    void ask(rig, 'a', 'Where to?');
    edit(rig, 'a', 'older');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    rig.now += minute;
    void ask(rig, 'b');
    rig.stage.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    const again = { call: callContext, acceptedBefore: { city: 'Oslo' } };
    void ask(rig, 'c', 'Where?', again);
    assert.deepEqual([texts(rig), rig.question.draft], [['Oslo'], undefined]);
    rig.now += minute;
    edit(rig, 'c', 'Bergen');
    rig.inbox.withdraw('c', { by: 'server', reason: 'It gave up.' });
    void ask(rig, 'd', 'Where?', again);
    assert.deepEqual([texts(rig), rig.question.askedAgain, rig.question.draft?.minutes], [['Bergen'], true, 0]);
  });

  it('comes back by itself under the same words, and is offered under others', async () => {
    for (const [id, message] of [
      ['a', 'Guest 1?'],
      ['b', 'Guest 2?'],
    ] as const) {
      rig.now += minute;
      void ask(rig, id, message);
      edit(rig, id, `for ${message}`);
      rig.stage.receive({ type: 'cancel', screen: id });
    }
    const after = await reload(rig);
    void ask(after, 'c', 'Guest 1?');
    assert.deepEqual([texts(after), after.question.draft?.otherWords], [['for Guest 1?'], false]);
    after.stage.receive({ type: 'submit', screen: 'c', inputs: textInputs('Ada') });
    void ask(after, 'd', 'Guest 3?');
    assert.deepEqual(texts(after), ['']);
    assert.deepEqual(
      [after.question.draft?.otherWords, after.question.draft?.startedOver, after.question.draft?.offered],
      [true, true, true],
    );
    after.stage.receive({ type: 'undoStartOver', screen: 'd' });
    assert.deepEqual(filled(after), ['for Guest 2?']);
    const { draft } = after.posted.findLast((message) => message.type === 'fill') ?? {};
    assert.deepEqual([draft?.otherWords, draft?.startedOver, draft?.offered], [true, false, undefined]);
    after.stage.receive({ type: 'submit', screen: 'd', inputs: textInputs('Bea') });
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });

  it('stays where it is while it is only offered', async () => {
    void ask(rig, 'a', 'Guest 1?');
    edit(rig, 'a', 'Ada');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    for (const [id, end] of [
      ['b', { type: 'submit', screen: 'b', inputs: textInputs('Bea') }],
      ['c', { type: 'decline', screen: 'c' }],
    ] as const) {
      void ask(rig, id, `Guest ${id}?`);
      assert.deepEqual([texts(rig), rig.question.draft?.offered], [[''], true]);
      rig.stage.receive(end);
    }
    const after = await reload(rig);
    void ask(after, 'd', 'Guest 1?');
    assert.deepEqual([texts(after), after.question.draft?.offered], [['Ada'], undefined]);
  });

  it('that was offered and is wanted leaves what was typed meanwhile into other fields', () => {
    const two = { call: callContext, form: account };
    void ask(rig, 'a', 'Guest 1?', two);
    edit(rig, 'a', 'Oslo', '');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    void ask(rig, 'b', 'Guest 2?', two);
    edit(rig, 'b', '', 'new');
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filled(rig), ['Oslo', 'new']);
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    void ask(rig, 'c', 'Guest 2?', two);
    assert.deepEqual(texts(rig), ['Oslo', 'new']);
  });

  it('does not run together where the same is asked twice at once', async () => {
    void ask(rig, 'a');
    void ask(rig, 'b');
    edit(rig, 'a', 'first');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    edit(rig, 'b', 'second');
    const after = await reload(rig);
    void ask(after, 'c');
    void ask(after, 'd');
    assert.deepEqual(texts(after), ['first']);
    after.stage.receive({ type: 'cancel', screen: 'c' });
    assert.deepEqual(texts(after), ['second']);
  });

  it('is shared by two windows: what was written last counts', async () => {
    const other = new TestPanel({ before: rig });
    void ask(rig, 'a');
    edit(rig, 'a', 'here');
    await rig.drafts.flush();
    other.now += minute;
    void ask(other, 'a');
    assert.deepEqual(texts(other), ['here']);
    edit(other, 'a', 'there');
    await other.drafts.flush();
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    await rig.drafts.flush();
    void ask(rig, 'b');
    assert.deepEqual(texts(rig), ['there']);
    other.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('there') });
    await other.drafts.flush();
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    await rig.drafts.flush();
    void ask(rig, 'c');
    assert.equal(rig.question.draft, undefined);
  });

  it('is not another workspace’s: a server of the workspace is one for each', async () => {
    void ask(rig, 'a', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    edit(rig, 'a', 'Os');
    await rig.drafts.flush();
    const there = new TestPanel({ before: rig, workspace: 'there' });
    void ask(there, 'b', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    assert.equal(there.question.draft, undefined);
  });

  it('is, for a server of the user’s, the same in all workspaces', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'Os');
    await rig.drafts.flush();
    const there = new TestPanel({ before: rig, workspace: 'there' });
    void ask(there, 'b');
    assert.deepEqual(texts(there), ['Os']);
  });

  it('is forgotten after a week', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'Os');
    const after = await reload(rig);
    after.now += week + 1;
    void ask(after, 'b');
    assert.equal(after.question.draft, undefined);
  });

  it('is not kept, and is removed, where it does not fit the form', async () => {
    void ask(rig, 'a');
    edit(rig, 'a', 'Os');
    const after = await reload(rig);
    const [[name = '', text = ''] = []] = after.files.texts;
    after.files.texts.set(name, text.replace(/\{"kind":"text"[^}]*\}/, '{"kind":"choice","selected":7}'));
    void ask(after, 'b');
    assert.deepEqual([texts(after), after.question.draft], [[''], undefined]);
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });
});

describe('Start Over', () => {
  let rig: TestPanel;
  const filled = () => {
    const last = rig.posted.at(-1);
    assert.ok(last?.type === 'fill');
    return last;
  };
  const withDefault = {
    call: callContext,
    form: { fields: [{ ...cityForm.fields[0], default: 'Delft' }] } as FormModel,
  };

  beforeEach(async () => {
    const before = new TestPanel();
    void ask(before, 'a', 'Where?', withDefault);
    edit(before, 'a', 'Os');
    rig = await reload(before);
    void ask(rig, 'b', 'Where?', withDefault);
  });

  it('puts the defaults back, and Undo the draft', () => {
    rig.stage.receive({ type: 'startOver', screen: 'b' });
    assert.deepEqual(filled().inputs, [{ kind: 'text', text: 'Delft', touched: false }]);
    assert.equal(filled().draft?.startedOver, true);
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filled().inputs, textInputs('Os'));
    assert.equal(filled().draft?.startedOver, false);
  });

  it('leaves nothing to come back to', async () => {
    rig.stage.receive({ type: 'startOver', screen: 'b' });
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    const after = await reload(rig);
    void ask(after, 'c', 'Where?', withDefault);
    assert.equal(after.question.draft, undefined);
  });

  it('that was undone leaves the draft where it was', async () => {
    rig.stage.receive({ type: 'startOver', screen: 'b' });
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    const after = await reload(rig);
    void ask(after, 'c', 'Where?', withDefault);
    assert.deepEqual(texts(after), ['Os']);
  });

  it('pressed twice brings back what was there before the first time', () => {
    rig.stage.receive({ type: 'startOver', screen: 'b' });
    rig.stage.receive({ type: 'startOver', screen: 'b' });
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filled().inputs, textInputs('Os'));
  });
});

describe('a secret that is typed', () => {
  let rig: TestPanel;
  beforeEach(() => {
    rig = new TestPanel();
  });

  it('is in memory only: it comes back in the same window, and after a reload its loss is said', async () => {
    void ask(rig, 'a', 'Where?', withPassword);
    edit(rig, 'a', 'Oslo', 'hunter2');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    void ask(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([texts(rig), rig.question.draft?.missing], [['Oslo', 'hunter2'], []]);
    const after = await reload(rig);
    assert.doesNotMatch(written(rig), /hunter2/);
    void ask(after, 'c', 'Where?', withPassword);
    assert.deepEqual([texts(after), after.question.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is still missed after the rest of the form was changed', async () => {
    void ask(rig, 'a', 'Where?', withPassword);
    edit(rig, 'a', 'Oslo', 'hunter2');
    const once = await reload(rig);
    void ask(once, 'b', 'Where?', withPassword);
    edit(once, 'b', 'Bergen');
    const twice = await reload(once);
    void ask(twice, 'c', 'Where?', withPassword);
    assert.deepEqual([texts(twice), twice.question.draft?.missing], [['Bergen', ''], ['Password']]);
  });

  it('is forgotten when the person declines', () => {
    void ask(rig, 'a', 'Where?', withPassword);
    edit(rig, 'a', 'Oslo', 'hunter2');
    rig.stage.receive({ type: 'decline', screen: 'a' });
    void ask(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([texts(rig), rig.question.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is forgotten after an hour', () => {
    void ask(rig, 'a', 'Where?', withPassword);
    edit(rig, 'a', 'Oslo', 'hunter2');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    rig.now += 60 * minute + 1;
    void ask(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([texts(rig), rig.question.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is not filled in where the server says something else, which may be no place for it', () => {
    const asked = (message: string) => {
      const value: FormModel = {
        fields: [
          { kind: 'text', name: 'value', label: 'value', required: true },
          { kind: 'text', name: 'city', label: 'City', required: false },
        ],
      };
      return { form: value, sensitive: sensitiveFields(value, message), call: callContext };
    };
    const forPassword = 'Please enter your password.';
    void ask(rig, 'a', forPassword, asked(forPassword));
    assert.deepEqual(
      rig.question.secrets.map(({ field }) => field),
      [0],
    );
    edit(rig, 'a', 'hunter2', 'Oslo');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    const forColour = 'What is your favourite colour?';
    void ask(rig, 'b', forColour, asked(forColour));
    assert.deepEqual([texts(rig), rig.question.secrets], [['', ''], []]);
    assert.deepEqual(rig.question.draft?.missing, ['value']);
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filled(rig), ['', 'Oslo']);
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    void ask(rig, 'c', forPassword, asked(forPassword));
    assert.deepEqual(texts(rig), ['hunter2', 'Oslo']);
  });

  it('and is half there is not filled in where nobody would see that it is one', () => {
    void ask(rig, 'a', 'Where?', withPassword);
    edit(rig, 'a', token, 'hunter2');
    edit(rig, 'a', token.slice(0, 20));
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    void ask(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([texts(rig), rig.question.draft?.missing], [['', 'hunter2'], ['City']]);
  });

  it('into a field that did not ask for one is not written either, nor what is left when it is taken away bit by bit', async () => {
    void ask(rig, 'a', 'Where?', withPassword);
    edit(rig, 'a', token, 'x');
    await rig.drafts.flush();
    for (let length = token.length; length > 4; length -= 1) {
      edit(rig, 'a', token.slice(0, length));
      await rig.drafts.flush();
    }
    assert.doesNotMatch(rig.files.written.join(''), /ghp_/);
    edit(rig, 'a', '');
    edit(rig, 'a', 'Oslo');
    await rig.drafts.flush();
    assert.match(written(rig), /Oslo/);
  });
});

describe('what is typed for a call', () => {
  const target = { kind: 'tool' as const, name: 'forecast' };
  const asForm = { kind: 'form' as const, form: account, schema: {} };
  const asJson = { kind: 'json' as const, reason: 'It is not flat.', schema: { type: 'object' } };
  let rig: TestPanel;
  beforeEach(() => {
    rig = new TestPanel();
  });

  function prepare(window: TestPanel, askFor: typeof asForm | typeof asJson, known = {}, name = target.name) {
    const request = {
      definition: weatherServer,
      origin: 'person' as const,
      target: { ...target, name },
      ask: askFor,
      known,
    };
    return window.stage.hostScreens.askArguments(request);
  }
  const shown = (window: TestPanel) => {
    const { screen } = window.view;
    assert.ok(screen.kind === 'arguments' || screen.kind === 'jsonArguments');
    return screen;
  };
  const first = (window: TestPanel) => {
    const screen = shown(window);
    return screen.kind === 'arguments' ? screen.inputs[0] : screen.text;
  };

  it('goes on where it was left, until the call is run', async () => {
    void prepare(rig, asForm);
    edit(rig, rig.shown, 'Os');
    rig.stage.receive({ type: 'cancel', screen: rig.shown });
    const after = await reload(rig);
    const ready = prepare(after, asForm);
    assert.deepEqual(first(after), textInputs('Os')[0]);
    assert.equal(shown(after).draft?.minutes, 0);
    after.stage.receive({ type: 'submit', screen: after.shown, inputs: [...textInputs('Oslo'), ...textInputs('')] });
    assert.deepEqual(await ready, { city: 'Oslo' });
    void prepare(after, asForm);
    assert.equal(shown(after).draft, undefined);
  });

  it('goes on when another call came to the front', () => {
    void prepare(rig, asForm);
    edit(rig, rig.shown, 'Os');
    void prepare(rig, asForm, {}, 'other');
    assert.equal(shown(rig).draft, undefined);
    void prepare(rig, asForm);
    assert.deepEqual(first(rig), textInputs('Os')[0]);
  });

  it('is not offered where something else is known', () => {
    void prepare(rig, asForm, { city: 'Delft' });
    edit(rig, rig.shown, 'Os');
    void prepare(rig, asForm, { city: 'Ghent' });
    assert.equal(shown(rig).draft, undefined);
    assert.deepEqual(first(rig), textInputs('Ghent')[0]);
  });

  it('is written without its secrets', async () => {
    void prepare(rig, asForm);
    edit(rig, rig.shown, 'Os', 'hunter2');
    await rig.drafts.flush();
    assert.match(written(rig), /Os/);
    assert.doesNotMatch(written(rig), /hunter2/);
  });

  it('goes on as JSON, can be begun anew, and is gone when it was run', async () => {
    void prepare(rig, asJson);
    rig.stage.receive({ type: 'editJson', screen: rig.shown, text: '{"city": "Os' });
    const after = await reload(rig);
    const ready = prepare(after, asJson);
    const { shown: screen } = after;
    assert.equal(first(after), '{"city": "Os');
    after.stage.receive({ type: 'startOver', screen });
    assert.deepEqual(after.posted.at(-1)?.type === 'fillJson' && after.posted.at(-1), {
      type: 'fillJson',
      screen,
      text: '{}',
      draft: { minutes: 0, otherWords: false, missing: [], startedOver: true },
    });
    after.stage.receive({ type: 'undoStartOver', screen });
    after.stage.receive({ type: 'runJson', screen, text: '{"city": "Oslo"}' });
    assert.deepEqual(await ready, { city: 'Oslo' });
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });

  it('is written as JSON without its secrets, and their loss is said', async () => {
    void prepare(rig, asJson);
    rig.stage.receive({ type: 'editJson', screen: rig.shown, text: '{"city": "Os", "password": "hunter2"}' });
    const after = await reload(rig);
    void prepare(after, asJson);
    assert.equal(first(after), '{"city": "Os", "password": ""}');
    assert.deepEqual(shown(after).draft?.missing, ['password']);
  });
});
