import assert from 'node:assert/strict';
import { textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { accountForm, editTexts, reloadWindow, writtenDrafts } from './draftRequests.ts';

describe('what is typed for a call', () => {
  const target = { kind: 'tool' as const, name: 'forecast' };
  const asForm = { kind: 'form' as const, form: accountForm, schema: {} };
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
    editTexts(rig, rig.shown, 'Os');
    rig.stage.receive({ type: 'cancel', screen: rig.shown });
    const after = await reloadWindow(rig);
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
    editTexts(rig, rig.shown, 'Os');
    void prepare(rig, asForm, {}, 'other');
    assert.equal(shown(rig).draft, undefined);
    void prepare(rig, asForm);
    assert.deepEqual(first(rig), textInputs('Os')[0]);
  });

  it('is not offered where something else is known', () => {
    void prepare(rig, asForm, { city: 'Delft' });
    editTexts(rig, rig.shown, 'Os');
    void prepare(rig, asForm, { city: 'Ghent' });
    assert.equal(shown(rig).draft, undefined);
    assert.deepEqual(first(rig), textInputs('Ghent')[0]);
  });

  it('is writtenDrafts without its secrets', async () => {
    void prepare(rig, asForm);
    editTexts(rig, rig.shown, 'Os', 'hunter2');
    await rig.drafts.flush();
    assert.match(writtenDrafts(rig), /Os/);
    assert.doesNotMatch(writtenDrafts(rig), /hunter2/);
  });

  it('goes on as JSON, can be begun anew, and is gone when it was run', async () => {
    void prepare(rig, asJson);
    rig.stage.receive({ type: 'editJson', screen: rig.shown, text: '{"city": "Os' });
    const after = await reloadWindow(rig);
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

  it('is writtenDrafts as JSON without its secrets, and their loss is said', async () => {
    void prepare(rig, asJson);
    rig.stage.receive({ type: 'editJson', screen: rig.shown, text: '{"city": "Os", "password": "hunter2"}' });
    const after = await reloadWindow(rig);
    void prepare(after, asJson);
    assert.equal(first(after), '{"city": "Os", "password": ""}');
    assert.deepEqual(shown(after).draft?.missing, ['password']);
  });
});
