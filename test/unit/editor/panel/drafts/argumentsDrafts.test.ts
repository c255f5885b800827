import assert from 'node:assert/strict';
import type { ArgumentsRequest } from '#editor/panel/screens/argumentsRequest.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { accountForm, editTexts, reloadWindow, writtenDrafts } from './draftRequests.ts';

describe('the draft of arguments', () => {
  const target = { kind: 'tool' as const, name: 'forecast' };
  const asForm = { kind: 'form' as const, form: accountForm, schema: {} };
  const asJson = { kind: 'json' as const, reason: 'It is not flat.', schema: { type: 'object' } };
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  function askArguments(
    window: TestPanel,
    presentation: ArgumentsRequest['presentation'],
    knownArguments = {},
    name = target.name,
  ) {
    const request = {
      definition: weatherServer,
      origin: 'user' as const,
      target: { ...target, name },
      presentation,
      knownArguments,
    };
    return window.controller.hostScreens.askArguments(request);
  }
  const shownScreen = (window: TestPanel) => {
    const { screen } = window.view;
    assert.ok(screen.kind === 'arguments' || screen.kind === 'jsonArguments');
    return screen;
  };
  const firstInput = (window: TestPanel) => {
    const screen = shownScreen(window);
    return screen.kind === 'arguments' ? screen.inputs[0] : screen.text;
  };

  it('fills the form again, until the call is run', async () => {
    void askArguments(panel, asForm);
    editTexts(panel, panel.shownId, 'Os');
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    const reloaded = await reloadWindow(panel);
    const ready = askArguments(reloaded, asForm);
    assert.deepEqual(firstInput(reloaded), textInputs('Os')[0]);
    assert.equal(shownScreen(reloaded).draft?.minutes, 0);
    reloaded.controller.receive({
      type: 'submit',
      screen: reloaded.shownId,
      inputs: [...textInputs('Oslo'), ...textInputs('')],
    });
    assert.deepEqual(await ready, { values: { city: 'Oslo' }, masked: [] });
    void askArguments(reloaded, asForm);
    assert.equal(shownScreen(reloaded).draft, undefined);
  });

  it('fills the form again after another call was shown in between', () => {
    void askArguments(panel, asForm);
    editTexts(panel, panel.shownId, 'Os');
    void askArguments(panel, asForm, {}, 'other');
    assert.equal(shownScreen(panel).draft, undefined);
    void askArguments(panel, asForm);
    assert.deepEqual(firstInput(panel), textInputs('Os')[0]);
  });

  it('does not fill the form of a call with other known arguments', () => {
    void askArguments(panel, asForm, { city: 'Delft' });
    editTexts(panel, panel.shownId, 'Os');
    void askArguments(panel, asForm, { city: 'Ghent' });
    assert.equal(shownScreen(panel).draft, undefined);
    assert.deepEqual(firstInput(panel), textInputs('Ghent')[0]);
  });

  it('is stored without its secrets', async () => {
    void askArguments(panel, asForm);
    editTexts(panel, panel.shownId, 'Os', 'hunter2');
    await panel.drafts.flush();
    assert.match(writtenDrafts(panel), /Os/);
    assert.doesNotMatch(writtenDrafts(panel), /hunter2/);
  });

  it('is stored without JSON in a field that has a secret, also while the JSON is incomplete', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, options: { type: 'object', properties: {} } },
    };
    const reading = readArgumentsSchema(schema);
    assert.ok(reading.ok);
    const withBox = { kind: 'form' as const, form: reading.form, schema };
    assert.deepEqual(
      reading.form.fields.map(({ kind }) => kind),
      ['text', 'json'],
    );
    for (const json of [
      '{"headers": {"Authorization": "hunter2"}}',
      '{"nested": {"password": "hunter2',
      '{"units": "metric"}',
    ]) {
      const window = new TestPanel();
      void askArguments(window, withBox);
      const [city, options] = [textInputs('Os')[0], { kind: 'json' as const, text: json, touched: true }];
      assert.ok(city);
      window.controller.receive({
        type: 'edit',
        screen: window.shownId,
        revision: 1,
        changes: [
          { field: 0, input: city },
          { field: 1, input: options },
        ],
      });
      await window.drafts.flush();
      assert.match(writtenDrafts(window), /Os/);
      assert.doesNotMatch(writtenDrafts(window), /hunter2/);
      assert.equal(writtenDrafts(window).includes('metric'), json.includes('metric'));
    }
  });

  it('fills the JSON editor again, can be put aside, and is deleted when the call is run', async () => {
    void askArguments(panel, asJson);
    panel.controller.receive({ type: 'editJson', screen: panel.shownId, text: '{"city": "Os' });
    const reloaded = await reloadWindow(panel);
    const ready = askArguments(reloaded, asJson);
    const { shownId: screen } = reloaded;
    assert.equal(firstInput(reloaded), '{"city": "Os');
    reloaded.controller.receive({ type: 'startOver', screen });
    assert.deepEqual(reloaded.posted.at(-1)?.type === 'fillJson' && reloaded.posted.at(-1), {
      type: 'fillJson',
      screen,
      text: '{}',
      draft: { minutes: 0, isMessageDifferent: false, missing: [], startedOver: true },
    });
    reloaded.controller.receive({ type: 'undoStartOver', screen });
    reloaded.controller.receive({ type: 'runJson', screen, text: '{"city": "Oslo"}' });
    assert.deepEqual(await ready, { values: { city: 'Oslo' }, masked: [] });
    await reloaded.drafts.flush();
    assert.equal(reloaded.files.texts.size, 0);
  });

  it('is stored as JSON without its secrets, and its label names the missing secrets', async () => {
    void askArguments(panel, asJson);
    panel.controller.receive({
      type: 'editJson',
      screen: panel.shownId,
      text: '{"city": "Os", "password": "hunter2"}',
    });
    const reloaded = await reloadWindow(panel);
    void askArguments(reloaded, asJson);
    assert.equal(firstInput(reloaded), '{"city": "Os", "password": ""}');
    assert.deepEqual(shownScreen(reloaded).draft?.missing, ['password']);
  });
});
