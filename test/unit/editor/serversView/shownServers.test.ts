import assert from 'node:assert/strict';
import { noOfferings } from '#core/model/offerings.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { Server } from '#core/servers/server.ts';
import { ShownServers } from '#editor/serversView/shownServers.ts';

const stopped: ServerState = { kind: 'stopped' };
const starting: ServerState = { kind: 'starting' };
const running: ServerState = {
  kind: 'running',
  serverInfo: { protocolVersion: '2025-11-25', era: 'legacy', declares: { logging: false, completions: false } },
};

/** A stand-in for a server whose properties a test can change. */
function serverIn(state: ServerState) {
  const definition = { entry: { enabled: true } };
  const rateControl = {
    report: { mutedUntil: undefined as number | undefined, notice: undefined as object | undefined },
  };
  return {
    definition,
    state,
    rateControl,
    offerings: noOfferings,
    hasPendingChange: false,
    isSignedIn: false,
    isSigningIn: false,
  };
}

describe('the servers that the view refreshes', () => {
  const one = serverIn(stopped);
  const two = serverIn(running);
  const [first, second] = [one, two] as unknown as [Server, Server];
  let shownServers: ShownServers;

  beforeEach(() => {
    Object.assign(one, serverIn(stopped));
    Object.assign(two, serverIn(running));
    shownServers = new ShownServers();
    assert.equal(shownServers.update([first, second]), 'all');
  });

  it('are none if only invisible data has changed, such as the progress of a call', () => {
    one.rateControl = serverIn(stopped).rateControl;
    assert.deepEqual(shownServers.update([first, second]), []);
  });

  for (const [what, change] of [
    ['its state', { state: starting }],
    ['its entry', { definition: { entry: { enabled: false } } }],
    ['the need of a restart', { hasPendingChange: true }],
    ['the running sign-in', { isSigningIn: true }],
    ['the signed-in state', { isSignedIn: true }],
    ['the list of its tools', { offerings: { ...noOfferings, tools: [{ name: 'add', inputSchema: {} }] } }],
    ['the mute', { rateControl: { report: { mutedUntil: 5, notice: undefined } } }],
    [
      'the number of its requests',
      { rateControl: { report: { mutedUntil: undefined, notice: { asked: 11, withheld: 1 } } } },
    ],
  ] as const) {
    it(`are only the one server of which ${what} has changed, once`, () => {
      Object.assign(one, change);
      assert.deepEqual(shownServers.update([first, second]), [first]);
      assert.deepEqual(shownServers.update([first, second]), []);
    });
  }

  it('are all if a server starts or stops running, because its item gets another id', () => {
    one.state = running;
    assert.equal(shownServers.update([first, second]), 'all');
    two.state = stopped;
    assert.equal(shownServers.update([first, second]), 'all');
  });

  it('are all if servers were added, removed or reordered, or after a reset', () => {
    assert.equal(shownServers.update([first]), 'all');
    assert.equal(shownServers.update([first, second]), 'all');
    assert.equal(shownServers.update([second, first]), 'all');
    shownServers.reset();
    assert.equal(shownServers.update([second, first]), 'all');
  });

  it('are all if the editor has read a changed state between two updates', () => {
    two.rateControl.report.mutedUntil = 5;
    shownServers.requested(second);
    two.rateControl.report.mutedUntil = undefined;
    assert.equal(shownServers.update([first, second]), 'all');
    shownServers.requested(second);
    assert.deepEqual(shownServers.update([first, second]), []);
  });
});
