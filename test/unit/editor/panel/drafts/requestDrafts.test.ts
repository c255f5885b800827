import assert from 'node:assert/strict';
import { callContext, textInputs } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import {
  accountForm,
  askForm,
  editTexts,
  filledTexts,
  minuteMs,
  reloadWindow,
  shownTexts,
  weekMs,
} from './draftRequests.ts';

describe('what is typed into a question', () => {
  let rig: TestPanel;
  beforeEach(() => {
    rig = new TestPanel();
  });

  it('is there again after a reloadWindow, says from when it is, and sends nothing', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    rig.inbox.withdraw('a', { by: 'host', reason: 'The window is closing.' });
    const after = await reloadWindow(rig);
    after.now += 10 * minuteMs;
    const ending = askForm(after, 'b');
    assert.deepEqual(shownTexts(after), ['Os']);
    assert.deepEqual(after.question.draft, { minutes: 10, otherWords: false, missing: [], startedOver: false });
    assert.equal(await settledAction(ending), 'open');
  });

  it('is writtenDrafts also when the extension host dies with the question open', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    const after = await reloadWindow(rig);
    void askForm(after, 'b');
    assert.deepEqual(shownTexts(after), ['Os']);
  });

  for (const leave of ['cancel', 'close'] as const) {
    it(`is kept on ${leave}`, async () => {
      const ending = askForm(rig, 'a');
      rig.draw();
      editTexts(rig, 'a', 'Os');
      if (leave === 'close') {
        rig.stage.closed();
      } else {
        rig.stage.receive({ type: 'cancel', screen: 'a' });
      }
      assert.equal(await settledAction(ending), 'cancel');
      const after = await reloadWindow(rig);
      void askForm(after, 'b');
      assert.deepEqual(shownTexts(after), ['Os']);
    });
  }

  it('is gone when it was sent', async () => {
    const ending = askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    await rig.drafts.flush();
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void askForm(rig, 'b');
    assert.equal(rig.question.draft, undefined);
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
  });

  it('stays in memory and leaves the disk when the person declines', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 1);
    rig.stage.receive({ type: 'decline', screen: 'a' });
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
    void askForm(rig, 'b');
    assert.deepEqual(shownTexts(rig), ['Os']);
  });

  it('that was turned down is kept as it was sent', async () => {
    void askForm(rig, 'a', 'Where?', { call: callContext, form: { fields: [...accountForm.fields] } });
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: [...textInputs(''), ...textInputs('note')] });
    const after = await reloadWindow(rig);
    void askForm(after, 'b', 'Where?', { call: callContext, form: accountForm });
    assert.deepEqual(shownTexts(after), ['', 'note']);
  });

  it('is nothing to be kept when the form shows what it began with', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'O');
    editTexts(rig, 'a', '');
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
  });

  it('is not shown in the place of what was accepted in the same call, unless it is newer', () => {
    void askForm(rig, 'a', 'Where to?');
    editTexts(rig, 'a', 'older');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    rig.now += minuteMs;
    void askForm(rig, 'b');
    rig.stage.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    const again = { call: callContext, acceptedBefore: { city: 'Oslo' } };
    void askForm(rig, 'c', 'Where?', again);
    assert.deepEqual([shownTexts(rig), rig.question.draft], [['Oslo'], undefined]);
    rig.now += minuteMs;
    editTexts(rig, 'c', 'Bergen');
    rig.inbox.withdraw('c', { by: 'server', reason: 'It gave up.' });
    void askForm(rig, 'd', 'Where?', again);
    assert.deepEqual([shownTexts(rig), rig.question.askedAgain, rig.question.draft?.minutes], [['Bergen'], true, 0]);
  });

  it('comes back by itself under the same words, and is offered under others', async () => {
    for (const [id, message] of [
      ['a', 'Guest 1?'],
      ['b', 'Guest 2?'],
    ] as const) {
      rig.now += minuteMs;
      void askForm(rig, id, message);
      editTexts(rig, id, `for ${message}`);
      rig.stage.receive({ type: 'cancel', screen: id });
    }
    const after = await reloadWindow(rig);
    void askForm(after, 'c', 'Guest 1?');
    assert.deepEqual([shownTexts(after), after.question.draft?.otherWords], [['for Guest 1?'], false]);
    after.stage.receive({ type: 'submit', screen: 'c', inputs: textInputs('Ada') });
    void askForm(after, 'd', 'Guest 3?');
    assert.deepEqual(shownTexts(after), ['']);
    assert.deepEqual(
      [after.question.draft?.otherWords, after.question.draft?.startedOver, after.question.draft?.offered],
      [true, true, true],
    );
    after.stage.receive({ type: 'undoStartOver', screen: 'd' });
    assert.deepEqual(filledTexts(after), ['for Guest 2?']);
    const { draft } = after.posted.findLast((message) => message.type === 'fill') ?? {};
    assert.deepEqual([draft?.otherWords, draft?.startedOver, draft?.offered], [true, false, undefined]);
    after.stage.receive({ type: 'submit', screen: 'd', inputs: textInputs('Bea') });
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });

  it('stays where it is while it is only offered', async () => {
    void askForm(rig, 'a', 'Guest 1?');
    editTexts(rig, 'a', 'Ada');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    for (const [id, end] of [
      ['b', { type: 'submit', screen: 'b', inputs: textInputs('Bea') }],
      ['c', { type: 'decline', screen: 'c' }],
    ] as const) {
      void askForm(rig, id, `Guest ${id}?`);
      assert.deepEqual([shownTexts(rig), rig.question.draft?.offered], [[''], true]);
      rig.stage.receive(end);
    }
    const after = await reloadWindow(rig);
    void askForm(after, 'd', 'Guest 1?');
    assert.deepEqual([shownTexts(after), after.question.draft?.offered], [['Ada'], undefined]);
  });

  it('that was offered and is wanted leaves what was typed meanwhile into other fields', () => {
    const two = { call: callContext, form: accountForm };
    void askForm(rig, 'a', 'Guest 1?', two);
    editTexts(rig, 'a', 'Oslo', '');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    void askForm(rig, 'b', 'Guest 2?', two);
    editTexts(rig, 'b', '', 'new');
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filledTexts(rig), ['Oslo', 'new']);
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    void askForm(rig, 'c', 'Guest 2?', two);
    assert.deepEqual(shownTexts(rig), ['Oslo', 'new']);
  });

  it('does not run together where the same is asked twice at once', async () => {
    void askForm(rig, 'a');
    void askForm(rig, 'b');
    editTexts(rig, 'a', 'first');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    editTexts(rig, 'b', 'second');
    const after = await reloadWindow(rig);
    void askForm(after, 'c');
    void askForm(after, 'd');
    assert.deepEqual(shownTexts(after), ['first']);
    after.stage.receive({ type: 'cancel', screen: 'c' });
    assert.deepEqual(shownTexts(after), ['second']);
  });

  it('is shared by two windows: what was writtenDrafts last counts', async () => {
    const other = new TestPanel({ before: rig });
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'here');
    await rig.drafts.flush();
    other.now += minuteMs;
    void askForm(other, 'a');
    assert.deepEqual(shownTexts(other), ['here']);
    editTexts(other, 'a', 'there');
    await other.drafts.flush();
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    await rig.drafts.flush();
    void askForm(rig, 'b');
    assert.deepEqual(shownTexts(rig), ['there']);
    other.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('there') });
    await other.drafts.flush();
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    await rig.drafts.flush();
    void askForm(rig, 'c');
    assert.equal(rig.question.draft, undefined);
  });

  it('is not another workspace’s: a server of the workspace is one for each', async () => {
    void askForm(rig, 'a', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    editTexts(rig, 'a', 'Os');
    await rig.drafts.flush();
    const there = new TestPanel({ before: rig, workspace: 'there' });
    void askForm(there, 'b', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    assert.equal(there.question.draft, undefined);
  });

  it('is, for a server of the user’s, the same in all workspaces', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    await rig.drafts.flush();
    const there = new TestPanel({ before: rig, workspace: 'there' });
    void askForm(there, 'b');
    assert.deepEqual(shownTexts(there), ['Os']);
  });

  it('is forgotten after a week', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    const after = await reloadWindow(rig);
    after.now += weekMs + 1;
    void askForm(after, 'b');
    assert.equal(after.question.draft, undefined);
  });

  it('is not kept, and is removed, where it does not fit the form', async () => {
    void askForm(rig, 'a');
    editTexts(rig, 'a', 'Os');
    const after = await reloadWindow(rig);
    const [[name = '', text = ''] = []] = after.files.texts;
    after.files.texts.set(name, text.replace(/\{"kind":"text"[^}]*\}/, '{"kind":"choice","selected":7}'));
    void askForm(after, 'b');
    assert.deepEqual([shownTexts(after), after.question.draft], [[''], undefined]);
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });
});
