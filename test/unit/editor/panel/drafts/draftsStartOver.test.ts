import assert from 'node:assert/strict';
import type { FormModel } from '#form/model.ts';
import { callContext, cityForm, textInputs } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { askForm, editTexts, reloadWindow, shownTexts } from './draftRequests.ts';

describe('Start Over', () => {
  let panel: TestPanel;
  const lastFill = () => {
    const last = panel.posted.at(-1);
    assert.ok(last?.type === 'fill');
    return last;
  };
  const withDefault = {
    call: callContext,
    form: { fields: [{ ...cityForm.fields[0], default: 'Delft' }] } as FormModel,
  };

  beforeEach(async () => {
    const before = new TestPanel();
    void askForm(before, 'a', 'Where?', withDefault);
    editTexts(before, 'a', 'Os');
    panel = await reloadWindow(before);
    void askForm(panel, 'b', 'Where?', withDefault);
  });

  it('restores the defaults, and Undo restores the draft', () => {
    panel.controller.receive({ type: 'startOver', screen: 'b' });
    assert.deepEqual(lastFill().inputs, [{ kind: 'text', text: 'Delft', touched: false }]);
    assert.equal(lastFill().draft?.startedOver, true);
    panel.controller.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(lastFill().inputs, textInputs('Os'));
    assert.equal(lastFill().draft?.startedOver, false);
  });

  it('deletes the draft', async () => {
    panel.controller.receive({ type: 'startOver', screen: 'b' });
    panel.controller.receive({ type: 'cancel', screen: 'b' });
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'c', 'Where?', withDefault);
    assert.equal(reloaded.formScreen.draft, undefined);
  });

  it('keeps the draft if it is undone', async () => {
    panel.controller.receive({ type: 'startOver', screen: 'b' });
    panel.controller.receive({ type: 'undoStartOver', screen: 'b' });
    const reloaded = await reloadWindow(panel);
    void askForm(reloaded, 'c', 'Where?', withDefault);
    assert.deepEqual(shownTexts(reloaded), ['Os']);
  });

  it('restores the inputs before the first press, if it is pressed twice and undone', () => {
    panel.controller.receive({ type: 'startOver', screen: 'b' });
    panel.controller.receive({ type: 'startOver', screen: 'b' });
    panel.controller.receive({ type: 'undoStartOver', screen: 'b' });
    assert.deepEqual(lastFill().inputs, textInputs('Os'));
  });
});
