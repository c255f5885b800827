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
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('is there again after a reloadWindow, says from when it is, and sends nothing', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    panel.inbox.withdraw('a', { by: 'host', reason: 'The window is closing.' });
    const after = await reloadWindow(panel);
    after.now += 10 * minuteMs;
    const ending = askForm(after, 'b');
    assert.deepEqual(shownTexts(after), ['Os']);
    assert.deepEqual(after.question.draft, { minutes: 10, isMessageDifferent: false, missing: [], startedOver: false });
    assert.equal(await settledAction(ending), 'open');
  });

  it('is writtenDrafts also when the extension host dies with the question open', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    const after = await reloadWindow(panel);
    void askForm(after, 'b');
    assert.deepEqual(shownTexts(after), ['Os']);
  });

  for (const leave of ['cancel', 'close'] as const) {
    it(`is kept on ${leave}`, async () => {
      const ending = askForm(panel, 'a');
      panel.draw();
      editTexts(panel, 'a', 'Os');
      if (leave === 'close') {
        panel.controller.closed();
      } else {
        panel.controller.receive({ type: 'cancel', screen: 'a' });
      }
      assert.equal(await settledAction(ending), 'cancel');
      const after = await reloadWindow(panel);
      void askForm(after, 'b');
      assert.deepEqual(shownTexts(after), ['Os']);
    });
  }

  it('is gone when it was sent', async () => {
    const ending = askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    await panel.drafts.flush();
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void askForm(panel, 'b');
    assert.equal(panel.question.draft, undefined);
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
  });

  it('stays in memory and is deleted from disk when the user declines', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 1);
    panel.controller.receive({ type: 'decline', screen: 'a' });
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
    void askForm(panel, 'b');
    assert.deepEqual(shownTexts(panel), ['Os']);
  });

  it('that was turned down is kept as it was sent', async () => {
    void askForm(panel, 'a', 'Where?', { call: callContext, form: { fields: [...accountForm.fields] } });
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: [...textInputs(''), ...textInputs('note')] });
    const after = await reloadWindow(panel);
    void askForm(after, 'b', 'Where?', { call: callContext, form: accountForm });
    assert.deepEqual(shownTexts(after), ['', 'note']);
  });

  it('is nothing to be kept when the form shows what it began with', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'O');
    editTexts(panel, 'a', '');
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
  });

  it('is not shown in the place of what was accepted in the same call, unless it is newer', () => {
    void askForm(panel, 'a', 'Where to?');
    editTexts(panel, 'a', 'older');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    panel.now += minuteMs;
    void askForm(panel, 'b');
    panel.controller.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    const again = { call: callContext, acceptedBefore: { city: 'Oslo' } };
    void askForm(panel, 'c', 'Where?', again);
    assert.deepEqual([shownTexts(panel), panel.question.draft], [['Oslo'], undefined]);
    panel.now += minuteMs;
    editTexts(panel, 'c', 'Bergen');
    panel.inbox.withdraw('c', { by: 'server', reason: 'It gave up.' });
    void askForm(panel, 'd', 'Where?', again);
    assert.deepEqual(
      [shownTexts(panel), panel.question.isRepeated, panel.question.draft?.minutes],
      [['Bergen'], true, 0],
    );
  });

  it('comes back by itself under the same words, and is offered under others', async () => {
    for (const [id, message] of [
      ['a', 'Guest 1?'],
      ['b', 'Guest 2?'],
    ] as const) {
      panel.now += minuteMs;
      void askForm(panel, id, message);
      editTexts(panel, id, `for ${message}`);
      panel.controller.receive({ type: 'cancel', screen: id });
    }
    const after = await reloadWindow(panel);
    void askForm(after, 'c', 'Guest 1?');
    assert.deepEqual([shownTexts(after), after.question.draft?.isMessageDifferent], [['for Guest 1?'], false]);
    after.controller.receive({ type: 'submit', screen: 'c', inputs: textInputs('Ada') });
    void askForm(after, 'd', 'Guest 3?');
    assert.deepEqual(shownTexts(after), ['']);
    assert.deepEqual(
      [after.question.draft?.isMessageDifferent, after.question.draft?.startedOver, after.question.draft?.offered],
      [true, true, true],
    );
    after.controller.receive({ type: 'undoStartOver', screen: 'd' });
    assert.deepEqual(filledTexts(after), ['for Guest 2?']);
    const { draft } = after.posted.findLast((message) => message.type === 'fill') ?? {};
    assert.deepEqual([draft?.isMessageDifferent, draft?.startedOver, draft?.offered], [true, false, undefined]);
    after.controller.receive({ type: 'submit', screen: 'd', inputs: textInputs('Bea') });
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });

  it('stays where it is while it is only offered', async () => {
    void askForm(panel, 'a', 'Guest 1?');
    editTexts(panel, 'a', 'Ada');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    for (const [id, end] of [
      ['b', { type: 'submit', screen: 'b', inputs: textInputs('Bea') }],
      ['c', { type: 'decline', screen: 'c' }],
    ] as const) {
      void askForm(panel, id, `Guest ${id}?`);
      assert.deepEqual([shownTexts(panel), panel.question.draft?.offered], [[''], true]);
      panel.controller.receive(end);
    }
    const after = await reloadWindow(panel);
    void askForm(after, 'd', 'Guest 1?');
    assert.deepEqual([shownTexts(after), after.question.draft?.offered], [['Ada'], undefined]);
  });

  it('that was offered and is wanted leaves what was typed meanwhile into other fields', () => {
    const two = { call: callContext, form: accountForm };
    void askForm(panel, 'a', 'Guest 1?', two);
    editTexts(panel, 'a', 'Oslo', '');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    void askForm(panel, 'b', 'Guest 2?', two);
    editTexts(panel, 'b', '', 'new');
    panel.controller.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filledTexts(panel), ['Oslo', 'new']);
    panel.controller.receive({ type: 'cancel', screen: 'b' });
    void askForm(panel, 'c', 'Guest 2?', two);
    assert.deepEqual(shownTexts(panel), ['Oslo', 'new']);
  });

  it('does not run together where the same is asked twice at once', async () => {
    void askForm(panel, 'a');
    void askForm(panel, 'b');
    editTexts(panel, 'a', 'first');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    editTexts(panel, 'b', 'second');
    const after = await reloadWindow(panel);
    void askForm(after, 'c');
    void askForm(after, 'd');
    assert.deepEqual(shownTexts(after), ['first']);
    after.controller.receive({ type: 'cancel', screen: 'c' });
    assert.deepEqual(shownTexts(after), ['second']);
  });

  it('is shared by two windows: what was writtenDrafts last counts', async () => {
    const other = new TestPanel({ before: panel });
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'here');
    await panel.drafts.flush();
    other.now += minuteMs;
    void askForm(other, 'a');
    assert.deepEqual(shownTexts(other), ['here']);
    editTexts(other, 'a', 'there');
    await other.drafts.flush();
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    await panel.drafts.flush();
    void askForm(panel, 'b');
    assert.deepEqual(shownTexts(panel), ['there']);
    other.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('there') });
    await other.drafts.flush();
    panel.controller.receive({ type: 'cancel', screen: 'b' });
    await panel.drafts.flush();
    void askForm(panel, 'c');
    assert.equal(panel.question.draft, undefined);
  });

  it('is not another workspace’s: a server of the workspace is one for each', async () => {
    void askForm(panel, 'a', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    editTexts(panel, 'a', 'Os');
    await panel.drafts.flush();
    const there = new TestPanel({ before: panel, workspace: 'there' });
    void askForm(there, 'b', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    assert.equal(there.question.draft, undefined);
  });

  it('is, for a server of the user’s, the same in all workspaces', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    await panel.drafts.flush();
    const there = new TestPanel({ before: panel, workspace: 'there' });
    void askForm(there, 'b');
    assert.deepEqual(shownTexts(there), ['Os']);
  });

  it('is forgotten after a week', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    const after = await reloadWindow(panel);
    after.now += weekMs + 1;
    void askForm(after, 'b');
    assert.equal(after.question.draft, undefined);
  });

  it('is not kept, and is removed, where it does not fit the form', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    const after = await reloadWindow(panel);
    const [[name = '', text = ''] = []] = after.files.texts;
    after.files.texts.set(name, text.replace(/\{"kind":"text"[^}]*\}/, '{"kind":"choice","selected":7}'));
    void askForm(after, 'b');
    assert.deepEqual([shownTexts(after), after.question.draft], [[''], undefined]);
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });
});
