import assert from 'node:assert/strict';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FieldInput, FormModel } from '#form/model.ts';
import { callContext } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import {
  askForm,
  choiceField,
  editTexts,
  filledTexts,
  githubToken,
  minuteMs,
  reloadWindow,
  shownTexts,
  withPassword,
  writtenDrafts,
} from './draftRequests.ts';

describe('a secret in a draft', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('is only in memory: it is restored in the same window, and named as missing after a reload', async () => {
    void askForm(panel, 'a', 'Where?', withPassword);
    editTexts(panel, 'a', 'Oslo', 'hunter2');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    void askForm(panel, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(panel), panel.formScreen.draft?.missing], [['Oslo', 'hunter2'], []]);
    const reloaded = await reloadWindow(panel);
    assert.doesNotMatch(writtenDrafts(panel), /hunter2/);
    void askForm(reloaded, 'c', 'Where?', withPassword);
    assert.deepEqual([shownTexts(reloaded), reloaded.formScreen.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  for (const [what, field, text] of [
    ['has the shape of a secret', choiceField('country', 'Country'), githubToken],
    ['was typed into a choice that asks for one', choiceField('secret', 'Password'), 'hunter2'],
  ] as const) {
    it(`is a text that names no option if it ${what}; the option that is chosen then is none`, async () => {
      const form: FormModel = { fields: [field] };
      const more = { form, sensitive: sensitiveFields(form, ''), call: callContext };
      const edit = (input: FieldInput) =>
        panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: [{ field: 0, input }] });
      void askForm(panel, 'a', 'Where?', more);
      edit({ kind: 'choice', selected: null, text });
      await panel.drafts.flush();
      assert.doesNotMatch(writtenDrafts(panel), new RegExp(text));
      edit({ kind: 'choice', selected: 1 });
      const reloaded = await reloadWindow(panel);
      void askForm(reloaded, 'b', 'Where?', more);
      assert.deepEqual(reloaded.formScreen.inputs, [{ kind: 'choice', selected: 1 }]);
    });
  }

  it('is still named as missing after other fields were changed', async () => {
    void askForm(panel, 'a', 'Where?', withPassword);
    editTexts(panel, 'a', 'Oslo', 'hunter2');
    const once = await reloadWindow(panel);
    void askForm(once, 'b', 'Where?', withPassword);
    editTexts(once, 'b', 'Bergen');
    const twice = await reloadWindow(once);
    void askForm(twice, 'c', 'Where?', withPassword);
    assert.deepEqual([shownTexts(twice), twice.formScreen.draft?.missing], [['Bergen', ''], ['Password']]);
  });

  it('is forgotten if the user declines', () => {
    void askForm(panel, 'a', 'Where?', withPassword);
    editTexts(panel, 'a', 'Oslo', 'hunter2');
    panel.controller.receive({ type: 'decline', screen: 'a' });
    void askForm(panel, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(panel), panel.formScreen.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is forgotten after an hour', () => {
    void askForm(panel, 'a', 'Where?', withPassword);
    editTexts(panel, 'a', 'Oslo', 'hunter2');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    panel.now += 60 * minuteMs + 1;
    void askForm(panel, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(panel), panel.formScreen.draft?.missing], [['Oslo', ''], ['Password']]);
  });

  it('is not filled in if the server’s message is different', () => {
    const valueRequest = (message: string) => {
      const form: FormModel = {
        fields: [
          { kind: 'text', name: 'value', label: 'value', required: true },
          { kind: 'text', name: 'city', label: 'City', required: false },
        ],
      };
      return { form, sensitive: sensitiveFields(form, message), call: callContext };
    };
    const forPassword = 'Please enter your password.';
    void askForm(panel, 'a', forPassword, valueRequest(forPassword));
    assert.deepEqual(
      panel.formScreen.secrets.map(({ field }) => field),
      [0],
    );
    editTexts(panel, 'a', 'hunter2', 'Oslo');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    const forColour = 'What is your favourite colour?';
    void askForm(panel, 'b', forColour, valueRequest(forColour));
    assert.deepEqual([shownTexts(panel), panel.formScreen.secrets], [['', ''], []]);
    assert.deepEqual(panel.formScreen.draft?.missing, ['value']);
    panel.controller.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(filledTexts(panel), ['', 'Oslo']);
    panel.controller.receive({ type: 'cancel', screen: 'b' });
    void askForm(panel, 'c', forPassword, valueRequest(forPassword));
    assert.deepEqual(shownTexts(panel), ['hunter2', 'Oslo']);
  });

  it('is not filled in if it is incomplete and would not be recognised as a secret', () => {
    void askForm(panel, 'a', 'Where?', withPassword);
    editTexts(panel, 'a', githubToken, 'hunter2');
    editTexts(panel, 'a', githubToken.slice(0, 20));
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    void askForm(panel, 'b', 'Where?', withPassword);
    assert.deepEqual([shownTexts(panel), panel.formScreen.draft?.missing], [['', 'hunter2'], ['City']]);
  });

  it('is not stored if it is in a field that is not sensitive, nor is the rest after parts were deleted', async () => {
    void askForm(panel, 'a', 'Where?', withPassword);
    editTexts(panel, 'a', githubToken, 'x');
    await panel.drafts.flush();
    for (let length = githubToken.length; length > 4; length -= 1) {
      editTexts(panel, 'a', githubToken.slice(0, length));
      await panel.drafts.flush();
    }
    assert.doesNotMatch(panel.files.writtenTexts.join(''), /ghp_/);
    editTexts(panel, 'a', '');
    editTexts(panel, 'a', 'Oslo');
    await panel.drafts.flush();
    assert.match(writtenDrafts(panel), /Oslo/);
  });
});
