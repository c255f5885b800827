import assert from 'node:assert/strict';
import { cityForm, formRequest, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

describe('a screen that appears', () => {
  it('ignores input if it is a request that the user did not ask for', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    assert.ok(panel.view.screen.kind === 'form' && panel.view.screen.ignoreInputMs === 500);
  });

  it('ignores no input if it is a request that the user asked to see', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.bringForward();
    assert.ok(panel.view.screen.kind === 'form' && panel.view.screen.ignoreInputMs === 0);
  });

  it('ignores input again when it comes into sight, if it appeared out of sight', () => {
    const panel = new TestPanel();
    const ignoreInputMessages = () => panel.posted.filter(({ type }) => type === 'ignoreInput');
    panel.controller.setInSight(false);
    void panel.inbox.ask(formRequest('a'));
    panel.draw();
    assert.deepEqual(ignoreInputMessages(), []);
    panel.controller.setInSight(true);
    assert.deepEqual(ignoreInputMessages(), [{ type: 'ignoreInput', screen: 'a', ms: 500 }]);
    panel.controller.setInSight(false);
    panel.controller.setInSight(true);
    assert.equal(ignoreInputMessages().length, 1, 'the user has seen it');
  });

  it('ignores no input when it comes into sight, if the user asked to see it', () => {
    const panel = new TestPanel();
    panel.controller.setInSight(false);
    void panel.inbox.ask(formRequest('a'));
    panel.draw();
    panel.controller.bringForward();
    panel.controller.setInSight(true);
    assert.ok(panel.posted.every(({ type }) => type !== 'ignoreInput'));
  });

  it('ignores input if a notification led to it, because a double click on the link would reach its buttons', () => {
    const panel = new TestPanel();
    panel.controller.setInSight(false);
    void panel.inbox.ask(formRequest('a'));
    panel.draw();
    panel.controller.bringForward('a');
    panel.controller.setInSight(true);
    assert.deepEqual(panel.posted.at(-1), { type: 'ignoreInput', screen: 'a', ms: 500 });
  });

  it('ignores input if it is the next request after one that the user asked to see', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    panel.controller.bringForward();
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    const { screen } = panel.view;
    assert.ok(screen.kind === 'form' && screen.id === 'b' && screen.ignoreInputMs === 500);
  });

  it('ignores input if it is a result or for arguments of a program’s call, and not if it is for arguments of a user’s call', () => {
    const panel = new TestPanel();
    const ignoreInputMs = () => ('ignoreInputMs' in panel.view.screen ? panel.view.screen.ignoreInputMs : undefined);
    const target = { kind: 'tool' as const, name: 'forecast' };
    for (const presentation of [
      { kind: 'form' as const, form: cityForm, schema: {} },
      { kind: 'json' as const, reason: 'nested', schema: {} },
    ]) {
      for (const [origin, expectedMs] of [
        ['program', 500],
        ['user', 0],
      ] as const) {
        void panel.controller.hostScreens.askArguments({
          definition: weatherServer,
          origin,
          target,
          presentation,
          knownArguments: {},
        });
        assert.equal(ignoreInputMs(), expectedMs, `${presentation.kind} of a ${origin}`);
        panel.controller.receive({ type: 'cancel', screen: panel.shownId });
      }
    }
    void panel.controller.addResult({
      definition: weatherServer,
      target,
      request: { kind: 'tool', name: 'forecast', arguments: {} },
      origin: 'user',
      outcome: { kind: 'cancelled' },
      result: undefined,
    });
    assert.equal(ignoreInputMs(), 500);
  });

  it('ignores input if it is for arguments of a user’s call and is shown again after a request', () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const presentation = { kind: 'form' as const, form: cityForm, schema: {} };
    void panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target,
      presentation,
      knownArguments: {},
    });
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'showWaiting', waitingId: 'a' });
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.ok(panel.view.screen.kind === 'arguments' && panel.view.screen.ignoreInputMs === 500);
  });
});
