import assert from 'node:assert/strict';
import { cityForm, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const agreementText = { purpose: 'start', runsProgram: true, warnings: [] } as const;

describe('the screens that the host opens', () => {
  it('dismisses arguments when the tab is closed', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    panel.draw();
    panel.controller.closed();
    assert.equal(await result, undefined);
  });

  it('takes JSON arguments only when they are an object that the schema allows', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = { kind: 'json' as const, reason: 'nested', schema: {} };
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      presentation: ask,
      knownArguments: {},
    });
    for (const text of ['{', '[]', '{}']) {
      panel.controller.receive({ type: 'runJson', screen: panel.shown, text });
      assert.equal(panel.posted.at(-1)?.type, 'rejected', text);
    }
    panel.controller.receive({ type: 'runJson', screen: panel.shown, text: '{"city": "Oslo"}' });
    assert.deepEqual(await result, { city: 'Oslo' });
  });

  it('agrees to a workspace server only by its button', async () => {
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
    panel.controller.receive({ type: 'agree', screen: panel.shown });
    assert.equal(await yes, true);
    const no = ask();
    panel.controller.receive({ type: 'cancel', screen: panel.shown });
    assert.equal(await no, false);
    const closed = ask();
    panel.draw();
    panel.controller.closed();
    assert.equal(await closed, false);
  });

  it('dismisses an agreement when its signal fires, current or waiting', async () => {
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
    const shown = panel.shown;
    second.abort();
    assert.equal(panel.shown, shown);
    assert.equal(panel.view.waitingBehind, 0);
    first.abort();
    assert.equal(panel.view.screen.kind, 'welcome');
    assert.deepEqual(await Promise.all(answers), [false, false]);
  });

  it('does not show an agreement whose signal has fired already', async () => {
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

  it('dismisses nothing when the signal of an agreement fires after its end', async () => {
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
    panel.controller.receive({ type: 'agree', screen: panel.shown });
    void panel.controller.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      isRequestedByUser: true,
      ...agreementText,
      rows: [],
    });
    const next = panel.shown;
    launch.abort();
    assert.equal(await agreed, true);
    assert.equal(panel.shown, next);
  });
});
