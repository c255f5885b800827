import assert from 'node:assert/strict';
import { cityForm, formRequest, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

describe('a screen that appears', () => {
  it('ignores input on a request that appeared by itself', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    assert.ok(rig.view.screen.kind === 'form' && rig.view.screen.ignoreInputMs === 500);
  });

  it('ignores no input on a request that the user asked to see', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.bringForward();
    assert.ok(rig.view.screen.kind === 'form' && rig.view.screen.ignoreInputMs === 0);
  });

  it('ignores input again when a request that appeared out of sight comes into sight', () => {
    const rig = new TestPanel();
    const quietened = () => rig.posted.filter(({ type }) => type === 'ignoreInput');
    rig.stage.setInSight(false);
    void rig.inbox.ask(formRequest('a'));
    rig.draw();
    assert.deepEqual(quietened(), []);
    rig.stage.setInSight(true);
    assert.deepEqual(quietened(), [{ type: 'ignoreInput', screen: 'a', ms: 500 }]);
    rig.stage.setInSight(false);
    rig.stage.setInSight(true);
    assert.equal(quietened().length, 1, 'the user has seen it');
  });

  it('does not ignore input on a request that the user asked to see when it comes into sight', () => {
    const rig = new TestPanel();
    rig.stage.setInSight(false);
    void rig.inbox.ask(formRequest('a'));
    rig.draw();
    rig.stage.bringForward();
    rig.stage.setInSight(true);
    assert.ok(rig.posted.every(({ type }) => type !== 'ignoreInput'));
  });

  it('ignores input again on the next request', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    void rig.inbox.ask(formRequest('b'));
    rig.stage.bringForward();
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    const { screen } = rig.view;
    assert.ok(screen.kind === 'form' && screen.id === 'b' && screen.ignoreInputMs === 500);
  });

  it('ignores input on a result and on a program’s arguments, and not on the arguments of the user’s own call', () => {
    const rig = new TestPanel();
    const ignoreInputMs = () => ('ignoreInputMs' in rig.view.screen ? rig.view.screen.ignoreInputMs : undefined);
    const target = { kind: 'tool' as const, name: 'forecast' };
    for (const ask of [
      { kind: 'form' as const, form: cityForm, schema: {} },
      { kind: 'json' as const, reason: 'nested', schema: {} },
    ]) {
      for (const [origin, quiet] of [
        ['program', 500],
        ['person', 0],
      ] as const) {
        void rig.stage.hostScreens.askArguments({ definition: weatherServer, origin, target, ask, known: {} });
        assert.equal(ignoreInputMs(), quiet, `${ask.kind} settledAction a ${origin}`);
        rig.stage.receive({ type: 'cancel', screen: rig.shown });
      }
    }
    rig.stage.addResult({
      definition: weatherServer,
      target,
      request: { kind: 'tool', name: 'forecast', arguments: {} },
      origin: 'person',
      outcome: { kind: 'cancelled' },
      result: undefined,
    });
    assert.equal(ignoreInputMs(), 500);
  });

  it('ignores input on the user’s own arguments when they come back after a request', () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = { kind: 'form' as const, form: cityForm, schema: {} };
    void rig.stage.hostScreens.askArguments({ definition: weatherServer, origin: 'person', target, ask, known: {} });
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'showWaiting' });
    rig.stage.receive({ type: 'decline', screen: 'a' });
    assert.ok(rig.view.screen.kind === 'arguments' && rig.view.screen.ignoreInputMs === 500);
  });
});
