import assert from 'node:assert/strict';
import { cityForm, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const agreementText = { purpose: 'start', runsProgram: true, warnings: [] } as const;

describe('the screens that the host opens', () => {
  it('dismisses arguments when the tab is closed', async () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = rig.stage.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      ask: { kind: 'form', form: cityForm, schema: {} },
      known: {},
    });
    rig.draw();
    rig.stage.closed();
    assert.equal(await result, undefined);
  });

  it('takes JSON arguments only when they are an object that the schema allows', async () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = { kind: 'json' as const, reason: 'nested', schema: {} };
    const result = rig.stage.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      ask,
      known: {},
    });
    for (const text of ['{', '[]', '{}']) {
      rig.stage.receive({ type: 'runJson', screen: rig.shown, text });
      assert.equal(rig.posted.at(-1)?.type, 'rejected', text);
    }
    rig.stage.receive({ type: 'runJson', screen: rig.shown, text: '{"city": "Oslo"}' });
    assert.deepEqual(await result, { city: 'Oslo' });
  });

  it('agrees to a workspace server only by its button', async () => {
    const rig = new TestPanel();
    const ask = () =>
      rig.stage.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        askedFor: true,
        ...agreementText,
        rows: [],
      });
    const yes = ask();
    rig.stage.receive({ type: 'agree', screen: rig.shown });
    assert.equal(await yes, true);
    const no = ask();
    rig.stage.receive({ type: 'cancel', screen: rig.shown });
    assert.equal(await no, false);
    const closed = ask();
    rig.draw();
    rig.stage.closed();
    assert.equal(await closed, false);
  });

  it('dismisses an agreement when its signal fires, current or waiting', async () => {
    const rig = new TestPanel();
    const ask = (signal: AbortSignal) =>
      rig.stage.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        askedFor: false,
        ...agreementText,
        rows: [],
        signal,
      });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask(first.signal), ask(second.signal)];
    const shown = rig.shown;
    second.abort();
    assert.equal(rig.shown, shown);
    assert.equal(rig.view.waitingBehind, 0);
    first.abort();
    assert.equal(rig.view.screen.kind, 'welcome');
    assert.deepEqual(await Promise.all(answers), [false, false]);
  });

  it('does not show an agreement whose signal has fired already', async () => {
    const rig = new TestPanel();
    const signal = AbortSignal.abort();
    const request = { definition: weatherServer, changed: false, askedFor: true, ...agreementText, rows: [], signal };
    assert.equal(await rig.stage.hostScreens.askAgreement(request), false);
    assert.equal(rig.stage.current, undefined);
  });

  it('dismisses nothing when the signal of an agreement fires after its end', async () => {
    const rig = new TestPanel();
    const launch = new AbortController();
    const agreed = rig.stage.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      askedFor: true,
      ...agreementText,
      rows: [],
      signal: launch.signal,
    });
    rig.stage.receive({ type: 'agree', screen: rig.shown });
    void rig.stage.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      askedFor: true,
      ...agreementText,
      rows: [],
    });
    const next = rig.shown;
    launch.abort();
    assert.equal(await agreed, true);
    assert.equal(rig.shown, next);
  });
});
