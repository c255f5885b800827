import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormModel } from '#form/model.ts';
import { callContext, textInputs } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import {
  accountForm,
  askForm,
  choiceField,
  editTexts,
  filledTexts,
  minuteMs,
  reloadWindow,
  shownTexts,
  weekMs,
} from './draftRequests.ts';

describe('the draft of a request', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('fills the form again after a reload, with its age, and sends no answer', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    panel.inbox.withdraw('a', { by: 'host', reason: 'The window is closing.' });
    const reloaded = await reloadWindow(panel);
    reloaded.now += 10 * minuteMs;
    const ending = askForm(reloaded, 'b');
    assert.deepEqual(shownTexts(reloaded), ['Os']);
    assert.deepEqual(reloaded.formScreen.draft, {
      minutes: 10,
      isMessageDifferent: false,
      missing: [],
      startedOver: false,
    });
    assert.equal(await settledAction(ending), 'open');
  });

  it('is stored even if the extension host is killed while the request is open', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'b');
    assert.deepEqual(shownTexts(reloaded), ['Os']);
  });

  it('contains a text that names no option of a choice', async () => {
    const form: FormModel = { fields: [choiceField('country', 'Country')] };
    const more = { form, sensitive: sensitiveFields(form, ''), call: callContext };
    void askForm(panel, 'a', 'Where?', more);
    const input = { kind: 'choice', selected: null, text: 'Switzerlnd' } as const;
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: [{ field: 0, input }] });
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'b', 'Where?', more);
    assert.deepEqual(reloaded.formScreen.inputs, [input]);
  });

  for (const leave of ['cancel', 'close'] as const) {
    it(`is kept if ${leave === 'close' ? 'the tab is closed' : 'the user cancels'}`, async () => {
      const ending = askForm(panel, 'a');
      panel.draw();
      editTexts(panel, 'a', 'Os');
      if (leave === 'close') {
        panel.controller.handleTabClosed();
      } else {
        panel.controller.receive({ type: 'cancel', screen: 'a' });
      }
      assert.equal(await settledAction(ending), 'cancel');
      const reloaded = await reloadWindow(panel);
      void askForm(reloaded, 'b');
      assert.deepEqual(shownTexts(reloaded), ['Os']);
    });
  }

  it('is deleted when the answer is sent', async () => {
    const ending = askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    await panel.drafts.flush();
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(ending), 'accept');
    void askForm(panel, 'b');
    assert.equal(panel.formScreen.draft, undefined);
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
  });

  it('stays in memory and is deleted from the disk if the user declines', async () => {
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

  it('is kept as it was submitted, if the submission is rejected', async () => {
    void askForm(panel, 'a', 'Where?', { call: callContext, form: { fields: [...accountForm.fields] } });
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: [...textInputs(''), ...textInputs('note')] });
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'b', 'Where?', { call: callContext, form: accountForm });
    assert.deepEqual(shownTexts(reloaded), ['', 'note']);
  });

  it('is deleted if the form has its first inputs again', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'O');
    editTexts(panel, 'a', '');
    await panel.drafts.flush();
    assert.equal(panel.files.texts.size, 0);
  });

  it('does not replace the accepted answers of the same call, unless it is newer', () => {
    void askForm(panel, 'a', 'Where to?');
    editTexts(panel, 'a', 'older');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    panel.now += minuteMs;
    void askForm(panel, 'b');
    panel.controller.receive({ type: 'submit', screen: 'b', inputs: textInputs('Oslo') });
    const repeatedRequest = { call: callContext, acceptedBefore: { city: 'Oslo' } };
    void askForm(panel, 'c', 'Where?', repeatedRequest);
    assert.deepEqual([shownTexts(panel), panel.formScreen.draft], [['Oslo'], undefined]);
    panel.now += minuteMs;
    editTexts(panel, 'c', 'Bergen');
    panel.inbox.withdraw('c', { by: 'server', reason: 'It gave up.' });
    void askForm(panel, 'd', 'Where?', repeatedRequest);
    assert.deepEqual(
      [shownTexts(panel), panel.formScreen.isRepeated, panel.formScreen.draft?.minutes],
      [['Bergen'], true, 0],
    );
  });

  it('is filled in if the server’s message is the same, and offered if it is different', async () => {
    for (const [id, message] of [
      ['a', 'Guest 1?'],
      ['b', 'Guest 2?'],
    ] as const) {
      panel.now += minuteMs;
      void askForm(panel, id, message);
      editTexts(panel, id, `for ${message}`);
      panel.controller.receive({ type: 'cancel', screen: id });
    }
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'c', 'Guest 1?');
    assert.deepEqual([shownTexts(reloaded), reloaded.formScreen.draft?.isMessageDifferent], [['for Guest 1?'], false]);
    reloaded.controller.receive({ type: 'submit', screen: 'c', inputs: textInputs('Ada') });
    void askForm(reloaded, 'd', 'Guest 3?');
    assert.deepEqual(shownTexts(reloaded), ['']);
    assert.deepEqual(
      [
        reloaded.formScreen.draft?.isMessageDifferent,
        reloaded.formScreen.draft?.startedOver,
        reloaded.formScreen.draft?.offered,
      ],
      [true, true, true],
    );
    reloaded.controller.receive({ type: 'undoStartOver', screen: 'd' });
    assert.deepEqual(filledTexts(reloaded), ['for Guest 2?']);
    const { draft } = reloaded.posted.findLast((message) => message.type === 'fill') ?? {};
    assert.deepEqual([draft?.isMessageDifferent, draft?.startedOver, draft?.offered], [true, false, undefined]);
    reloaded.controller.receive({ type: 'submit', screen: 'd', inputs: textInputs('Bea') });
    await reloaded.drafts.flush();
    assert.equal(reloaded.files.texts.size, 0);
  });

  it('is kept while it is only offered', async () => {
    void askForm(panel, 'a', 'Guest 1?');
    editTexts(panel, 'a', 'Ada');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    for (const [id, end] of [
      ['b', { type: 'submit', screen: 'b', inputs: textInputs('Bea') }],
      ['c', { type: 'decline', screen: 'c' }],
    ] as const) {
      void askForm(panel, id, `Guest ${id}?`);
      assert.deepEqual([shownTexts(panel), panel.formScreen.draft?.offered], [[''], true]);
      panel.controller.receive(end);
    }
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'd', 'Guest 1?');
    assert.deepEqual([shownTexts(reloaded), reloaded.formScreen.draft?.offered], [['Ada'], undefined]);
  });

  it('does not replace inputs of other fields if it was offered and is filled in', () => {
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

  it('is separate for each of two equal requests at the same time', async () => {
    void askForm(panel, 'a');
    void askForm(panel, 'b');
    editTexts(panel, 'a', 'first');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    editTexts(panel, 'b', 'second');
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'c');
    void askForm(reloaded, 'd');
    assert.deepEqual(shownTexts(reloaded), ['first']);
    reloaded.controller.receive({ type: 'cancel', screen: 'c' });
    assert.deepEqual(shownTexts(reloaded), ['second']);
  });

  it('is shared by two windows: the one that was stored last is used', async () => {
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
    assert.equal(panel.formScreen.draft, undefined);
  });

  it('is separate for each workspace, if the server is one of the workspace', async () => {
    void askForm(panel, 'a', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    editTexts(panel, 'a', 'Os');
    await panel.drafts.flush();
    const there = new TestPanel({ before: panel, workspace: 'there' });
    void askForm(there, 'b', 'Where?', { server: { id: 'workspace:weather', name: 'weather' } });
    assert.equal(there.formScreen.draft, undefined);
  });

  it('is the same in all workspaces, if the server is one of the user settings', async () => {
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
    const reloaded = await reloadWindow(panel);
    reloaded.now += weekMs + 1;
    void askForm(reloaded, 'b');
    assert.equal(reloaded.formScreen.draft, undefined);
  });

  it('is deleted if it does not match the form', async () => {
    void askForm(panel, 'a');
    editTexts(panel, 'a', 'Os');
    const reloaded = await reloadWindow(panel);
    const [[name = '', text = ''] = []] = reloaded.files.texts;
    reloaded.files.texts.set(name, text.replace(/\{"kind":"text"[^}]*\}/, '{"kind":"choice","selected":7}'));
    void askForm(reloaded, 'b');
    assert.deepEqual([shownTexts(reloaded), reloaded.formScreen.draft], [[''], undefined]);
    await reloaded.drafts.flush();
    assert.equal(reloaded.files.texts.size, 0);
  });
});
