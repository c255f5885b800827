import assert from 'node:assert/strict';
import { textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { accountForm, editTexts, reloadWindow, writtenDrafts } from './draftRequests.ts';

describe('what is typed for a call', () => {
  const target = { kind: 'tool' as const, name: 'forecast' };
  const asForm = { kind: 'form' as const, form: accountForm, schema: {} };
  const asJson = { kind: 'json' as const, reason: 'It is not flat.', schema: { type: 'object' } };
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  function prepare(window: TestPanel, askFor: typeof asForm | typeof asJson, knownArguments = {}, name = target.name) {
    const request = {
      definition: weatherServer,
      origin: 'person' as const,
      target: { ...target, name },
      presentation: askFor,
      knownArguments,
    };
    return window.controller.hostScreens.askArguments(request);
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
    void prepare(panel, asForm);
    editTexts(panel, panel.shown, 'Os');
    panel.controller.receive({ type: 'cancel', screen: panel.shown });
    const after = await reloadWindow(panel);
    const ready = prepare(after, asForm);
    assert.deepEqual(first(after), textInputs('Os')[0]);
    assert.equal(shown(after).draft?.minutes, 0);
    after.controller.receive({
      type: 'submit',
      screen: after.shown,
      inputs: [...textInputs('Oslo'), ...textInputs('')],
    });
    assert.deepEqual(await ready, { city: 'Oslo' });
    void prepare(after, asForm);
    assert.equal(shown(after).draft, undefined);
  });

  it('goes on when another call came to the front', () => {
    void prepare(panel, asForm);
    editTexts(panel, panel.shown, 'Os');
    void prepare(panel, asForm, {}, 'other');
    assert.equal(shown(panel).draft, undefined);
    void prepare(panel, asForm);
    assert.deepEqual(first(panel), textInputs('Os')[0]);
  });

  it('is not offered where something else is known', () => {
    void prepare(panel, asForm, { city: 'Delft' });
    editTexts(panel, panel.shown, 'Os');
    void prepare(panel, asForm, { city: 'Ghent' });
    assert.equal(shown(panel).draft, undefined);
    assert.deepEqual(first(panel), textInputs('Ghent')[0]);
  });

  it('is writtenDrafts without its secrets', async () => {
    void prepare(panel, asForm);
    editTexts(panel, panel.shown, 'Os', 'hunter2');
    await panel.drafts.flush();
    assert.match(writtenDrafts(panel), /Os/);
    assert.doesNotMatch(writtenDrafts(panel), /hunter2/);
  });

  it('goes on as JSON, can be begun anew, and is gone when it was run', async () => {
    void prepare(panel, asJson);
    panel.controller.receive({ type: 'editJson', screen: panel.shown, text: '{"city": "Os' });
    const after = await reloadWindow(panel);
    const ready = prepare(after, asJson);
    const { shown: screen } = after;
    assert.equal(first(after), '{"city": "Os');
    after.controller.receive({ type: 'startOver', screen });
    assert.deepEqual(after.posted.at(-1)?.type === 'fillJson' && after.posted.at(-1), {
      type: 'fillJson',
      screen,
      text: '{}',
      draft: { minutes: 0, isMessageDifferent: false, missing: [], startedOver: true },
    });
    after.controller.receive({ type: 'undoStartOver', screen });
    after.controller.receive({ type: 'runJson', screen, text: '{"city": "Oslo"}' });
    assert.deepEqual(await ready, { city: 'Oslo' });
    await after.drafts.flush();
    assert.equal(after.files.texts.size, 0);
  });

  it('is writtenDrafts as JSON without its secrets, and their loss is said', async () => {
    void prepare(panel, asJson);
    panel.controller.receive({ type: 'editJson', screen: panel.shown, text: '{"city": "Os", "password": "hunter2"}' });
    const after = await reloadWindow(panel);
    void prepare(after, asJson);
    assert.equal(first(after), '{"city": "Os", "password": ""}');
    assert.deepEqual(shown(after).draft?.missing, ['password']);
  });
});
