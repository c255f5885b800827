import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormModel } from '#form/model.ts';
import { callContext } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import {
  askForm,
  editTexts,
  filledTexts,
  githubToken,
  minuteMs,
  reloadWindow,
  shownTexts,
  withPassword,
  writtenDrafts,
} from './draftRequests.ts';

describe('a secret that is typed', () => {
  let rig: TestPanel;
  beforeEach(() => {
    rig = new TestPanel();
  });

  it('is in memory only: it comes back in the same window, and after a reloadWindow its loss is said', async () => {
    void askForm(rig, 'a', 'Where?', withPassword);
    editTexts(rig, 'a', 'Oslo', 'hunter2');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    void askForm(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(rig), rig.question.draft?.missing], [['Oslo', 'hunter2'], []]);
    const after = await reloadWindow(rig);
    assert.doesNotMatch(writtenDrafts(rig), /hunter2/);
    void askForm(after, 'c', 'Where?', withPassword);
    assert.deepEqual([shownTexts(after), after.question.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is still missed after the rest of the form was changed', async () => {
    void askForm(rig, 'a', 'Where?', withPassword);
    editTexts(rig, 'a', 'Oslo', 'hunter2');
    const once = await reloadWindow(rig);
    void askForm(once, 'b', 'Where?', withPassword);
    editTexts(once, 'b', 'Bergen');
    const twice = await reloadWindow(once);
    void askForm(twice, 'c', 'Where?', withPassword);
    assert.deepEqual([shownTexts(twice), twice.question.draft?.missing], [['Bergen', ''], ['Password']]);
  });

  it('is forgotten when the person declines', () => {
    void askForm(rig, 'a', 'Where?', withPassword);
    editTexts(rig, 'a', 'Oslo', 'hunter2');
    rig.stage.receive({ type: 'decline', screen: 'a' });
    void askForm(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(rig), rig.question.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is forgotten after an hour', () => {
    void askForm(rig, 'a', 'Where?', withPassword);
    editTexts(rig, 'a', 'Oslo', 'hunter2');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    rig.now += 60 * minuteMs + 1;
    void askForm(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(rig), rig.question.draft?.missing], [['Oslo', ''], ['Password']]);
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
    void askForm(rig, 'a', forPassword, asked(forPassword));
    assert.deepEqual(
      rig.question.secrets.map(({ field }) => field),
      [0],
    );
    editTexts(rig, 'a', 'hunter2', 'Oslo');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    const forColour = 'What is your favourite colour?';
    void askForm(rig, 'b', forColour, asked(forColour));
    assert.deepEqual([shownTexts(rig), rig.question.secrets], [['', ''], []]);
    assert.deepEqual(rig.question.draft?.missing, ['value']);
    rig.stage.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filledTexts(rig), ['', 'Oslo']);
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    void askForm(rig, 'c', forPassword, asked(forPassword));
    assert.deepEqual(shownTexts(rig), ['hunter2', 'Oslo']);
  });

  it('and is half there is not filled in where nobody would see that it is one', () => {
    void askForm(rig, 'a', 'Where?', withPassword);
    editTexts(rig, 'a', githubToken, 'hunter2');
    editTexts(rig, 'a', githubToken.slice(0, 20));
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    void askForm(rig, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(rig), rig.question.draft?.missing], [['', 'hunter2'], ['City']]);
  });

  it('into a field that did not ask for one is not writtenDrafts either, nor what is left when it is taken away bit by bit', async () => {
    void askForm(rig, 'a', 'Where?', withPassword);
    editTexts(rig, 'a', githubToken, 'x');
    await rig.drafts.flush();
    for (let length = githubToken.length; length > 4; length -= 1) {
      editTexts(rig, 'a', githubToken.slice(0, length));
      await rig.drafts.flush();
    }
    assert.doesNotMatch(rig.files.written.join(''), /ghp_/);
    editTexts(rig, 'a', '');
    editTexts(rig, 'a', 'Oslo');
    await rig.drafts.flush();
    assert.match(writtenDrafts(rig), /Oslo/);
  });
});
