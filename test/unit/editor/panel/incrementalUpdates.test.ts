import assert from 'node:assert/strict';
import type { FieldInput, FormModel } from '#form/model.ts';
import { formRequest, textInputs, urlRequest, weatherServer } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const options = Array.from({ length: 10_000 }, (_, index) => ({ value: `v${index}`, label: `Option ${index}` }));
const large: FormModel = {
  fields: [
    { kind: 'text', name: 'city', label: 'City', required: true },
    { kind: 'multiChoice', name: 'all', label: 'All', required: false, options },
    { kind: 'choice', name: 'one', label: 'One', required: false, options },
  ],
};
const text = (value: string): FieldInput => ({ kind: 'text', text: value, touched: true });
const several = (...selected: number[]): FieldInput => ({ kind: 'multiChoice', selected, touched: true });

describe('a screen that is posted', () => {
  let panel: TestPanel;
  const sizeOfLast = () => JSON.stringify(panel.posted.at(-1)).length;

  beforeEach(() => {
    panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { form: large }));
  });

  it('is whole until the webview has reported that it is drawn', () => {
    panel.controller.refresh();
    assert.deepEqual(panel.formScreen.form, large);
  });

  it('contains no form once it is drawn', () => {
    panel.draw();
    panel.controller.refresh();
    assert.deepEqual(panel.view.screen, { kind: 'drawn', id: 'a', steps: undefined });
    assert.ok(sizeOfLast() < 1000);
  });

  it('is whole for a reloaded webview, with the typed inputs', () => {
    panel.draw();
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: [{ field: 0, input: text('Os') }] });
    panel.controller.receive({ type: 'ready' });
    assert.deepEqual(panel.formScreen.form, large);
    assert.deepEqual(panel.formScreen.inputs[0], text('Os'));
    panel.controller.refresh();
    assert.deepEqual(panel.formScreen.form, large);
  });

  it('is whole if it is shown again after another screen', async () => {
    panel.draw();
    void panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind: 'tool', name: 'forecast' },
      presentation: { kind: 'form', form: large, schema: {} },
      knownArguments: {},
    });
    assert.equal(panel.view.screen.kind, 'arguments');
    // The webview has drawn another screen since, so the form is posted whole.
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    assert.deepEqual(panel.formScreen.form, large);
  });

  it('contains only changes once it is drawn, for example that its URL was copied', async () => {
    panel = new TestPanel();
    void panel.inbox.ask(urlRequest('p'));
    panel.draw();
    panel.controller.receive({ type: 'copyUrl', screen: 'p' });
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(panel.view.screen, { kind: 'drawn', id: 'p', steps: undefined, copied: true });
  });
});

describe('an edit of some fields', () => {
  let panel: TestPanel;
  let ending: ReturnType<TestPanel['inbox']['ask']>;

  beforeEach(() => {
    panel = new TestPanel();
    ending = panel.inbox.ask(formRequest('a', 'Where?', { form: large }));
  });
  const edit = (...changes: { field: number; input: FieldInput }[]) =>
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes });
  const inputsAfterReload = () => {
    panel.controller.receive({ type: 'ready' });
    return panel.formScreen.inputs;
  };

  it('does not change other fields', () => {
    edit({ field: 0, input: text('Oslo') });
    edit({ field: 1, input: several(3, 70) });
    edit({ field: 2, input: { kind: 'choice', selected: 9_999 } });
    assert.deepEqual(inputsAfterReload(), [text('Oslo'), several(3, 70), { kind: 'choice', selected: 9_999 }]);
  });

  it('uses the last input if a field is in it twice', () => {
    edit({ field: 0, input: text('Os') }, { field: 0, input: text('Oslo') });
    assert.deepEqual(inputsAfterReload()[0], text('Oslo'));
  });

  for (const [what, changes] of [
    ['a field that is not there', [{ field: 3, input: text('x') }]],
    ['an input of another kind', [{ field: 1, input: text('x') }]],
    ['an option that is not there', [{ field: 1, input: several(10_000) }]],
    ['options in another order', [{ field: 1, input: several(2, 1) }]],
  ] as const) {
    it(`is ignored as a whole with ${what}`, async () => {
      edit({ field: 0, input: text('Oslo') });
      const postedBefore = panel.posted.length;
      edit({ field: 0, input: text('Bergen') }, ...changes);
      assert.equal(panel.posted.length, postedBefore);
      assert.deepEqual(inputsAfterReload()[0], text('Oslo'));
      assert.equal(await settledAction(ending), 'open');
    });
  }

  it('is overwritten by the inputs of a submission', async () => {
    edit({ field: 0, input: text('Oslo') });
    const inputs: FieldInput[] = [...textInputs('Bergen'), several(), { kind: 'choice', selected: null }];
    panel.controller.receive({ type: 'submit', screen: 'a', inputs });
    assert.equal(await settledAction(ending), 'accept');
  });
});
