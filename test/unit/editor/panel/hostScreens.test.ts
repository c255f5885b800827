import assert from 'node:assert/strict';
import { cityForm, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const agreementText = { purpose: 'start', runsProgram: true, warnings: [] } as const;

describe('the screens that the host opens', () => {
  it('resolve without arguments if the tab is closed', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target,
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    panel.draw();
    panel.controller.handleTabClosed();
    assert.equal(await result, undefined);
  });

  it('accept JSON arguments only if they are an object that the schema allows', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const presentation = { kind: 'json' as const, reason: 'nested', schema: {} };
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target,
      presentation,
      knownArguments: {},
    });
    for (const text of ['{', '[]', '{}']) {
      panel.controller.receive({ type: 'runJson', screen: panel.shownId, text });
      assert.equal(panel.posted.at(-1)?.type, 'rejected', text);
    }
    panel.controller.receive({ type: 'runJson', screen: panel.shownId, text: '{"city": "Oslo"}' });
    assert.deepEqual(await result, { values: { city: 'Oslo' }, masked: [] });
  });

  it('resolve with agreement only after a click on the button', async () => {
    const panel = new TestPanel();
    const ask = () =>
      panel.controller.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        isRequestedByUser: true,
        ...agreementText,
        rows: [],
      });
    const yes = ask();
    panel.controller.receive({ type: 'agree', screen: panel.shownId });
    assert.equal(await yes, true);
    const no = ask();
    panel.controller.receive({ type: 'cancel', screen: panel.shownId });
    assert.equal(await no, false);
    const closed = ask();
    panel.draw();
    panel.controller.handleTabClosed();
    assert.equal(await closed, false);
  });

  it('stay open if the tab is closed before the user could see them', async () => {
    const target = { kind: 'tool' as const, name: 'forecast' };
    const asked: readonly ((panel: TestPanel) => Promise<unknown>)[] = [
      ({ controller }) =>
        controller.hostScreens.askAgreement({
          definition: weatherServer,
          changed: false,
          isRequestedByUser: false,
          ...agreementText,
          rows: [],
        }),
      ({ controller }) =>
        controller.hostScreens.askArguments({
          definition: weatherServer,
          origin: 'program',
          target,
          presentation: { kind: 'form', form: cityForm, schema: {} },
          knownArguments: {},
        }),
    ];
    for (const ask of asked) {
      const panel = new TestPanel();
      panel.controller.setInSight(false);
      const result = ask(panel);
      panel.draw();
      const waiting = panel.shownId;
      panel.controller.handleTabClosed();
      assert.equal(await Promise.race([result, Promise.resolve('pending')]), 'pending');
      assert.equal(panel.controller.current?.id, waiting);
    }
  });

  it('are closed, shown or waiting, if the signal of their agreement is aborted', async () => {
    const panel = new TestPanel();
    const ask = (signal: AbortSignal) =>
      panel.controller.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        isRequestedByUser: false,
        ...agreementText,
        rows: [],
        signal,
      });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask(first.signal), ask(second.signal)];
    const shown = panel.shownId;
    second.abort();
    assert.equal(panel.shownId, shown);
    assert.equal(panel.view.waitingBehind, 0);
    first.abort();
    assert.equal(panel.view.screen.kind, 'welcome');
    assert.deepEqual(await Promise.all(answers), [false, false]);
  });

  it('do not include an agreement whose signal was aborted before', async () => {
    const panel = new TestPanel();
    const signal = AbortSignal.abort();
    const request = {
      definition: weatherServer,
      changed: false,
      isRequestedByUser: true,
      ...agreementText,
      rows: [],
      signal,
    };
    assert.equal(await panel.controller.hostScreens.askAgreement(request), false);
    assert.equal(panel.controller.current, undefined);
  });

  it('stay open if the signal of an ended agreement is aborted', async () => {
    const panel = new TestPanel();
    const launch = new AbortController();
    const agreed = panel.controller.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      isRequestedByUser: true,
      ...agreementText,
      rows: [],
      signal: launch.signal,
    });
    panel.controller.receive({ type: 'agree', screen: panel.shownId });
    void panel.controller.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      isRequestedByUser: true,
      ...agreementText,
      rows: [],
    });
    const next = panel.shownId;
    launch.abort();
    assert.equal(await agreed, true);
    assert.equal(panel.shownId, next);
  });
});
