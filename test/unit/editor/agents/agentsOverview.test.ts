import assert from 'node:assert/strict';
import { connectableClients } from '#core/agents/home/agentNames.ts';
import { Emitter } from '#core/common/events.ts';
import { AgentsOverview } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';
import { eventually } from '#test/eventually.ts';

interface FakeSession {
  readonly hello: object;
  readonly server: object;
  readonly calls: readonly object[];
}

const control = {
  mutedUntil: undefined,
  hasMuted: false,
  mute: () => undefined,
  unmute: () => undefined,
  stop: () => undefined,
};

/** A window with agents, of which `connected` and `sessions` change. */
class FakeAgents {
  readonly #changed = new Emitter<void>();
  isEnabled = false;
  connected: Record<string, string[]> = {};
  sessions: { all: FakeSession[] } = { all: [] };
  reads = 0;
  now = 1000;
  readonly onDidChange = this.#changed.event;
  readonly connections = {
    list: async (client: string) => {
      this.reads += 1;
      return (this.connected[client] ?? []).map((server) => ({ server, fingerprint: 'f' }));
    },
  };
  lent: Record<string, string[]> = {};
  /** The servers whose first grant has ended. */
  stopped: string[] = [];
  readonly grants = {
    list: async (client: string) =>
      (this.lent[client] ?? []).map((server, index, all) => ({
        server,
        ...(this.stopped.includes(server) && all.indexOf(server) === index && { isStopped: true }),
      })),
  };
  readonly lending = { countOf: (client: string) => (client === 'gemini' ? 1 : 0) };
  readonly askersChanged = new Emitter<void>();
  readonly askers = {
    onDidChange: this.askersChanged.event,
    extensions: [] as AskingProgram[],
    ofClient: (id: string): AskingProgram => ({ id, name: id, control }),
  };
  fire(): void {
    this.#changed.fire();
  }
  overview(): AgentsOverview {
    const agents = this as unknown as ConstructorParameters<typeof AgentsOverview>[0];
    return new AgentsOverview(agents, this.askers, { now: () => this.now });
  }
}

const call = (id: string, name: string) => ({ id, request: { kind: 'tool', name, arguments: {} } });

function session(client: string, server: string, calls: readonly object[] = [], isConnected = true): FakeSession {
  return { hello: { kind: 'proxy', client, server }, server: { asker: { isConnected } }, calls };
}

describe('the overview of the connected agents', () => {
  let agents: FakeAgents;
  beforeEach(() => {
    agents = new FakeAgents();
  });

  it('reads nothing before it is shown', () => {
    const overview = agents.overview();
    agents.fire();
    assert.deepEqual([overview.isShown, overview.rows, agents.reads], [false, [], 0]);
  });

  it('is shown while agents are on, or something is connected', async () => {
    const overview = agents.overview();
    agents.isEnabled = true;
    assert.equal(overview.isShown, true);
    agents.isEnabled = false;
    assert.equal(overview.isShown, false);
    agents.connected = { codex: ['tickets'] };
    overview.read();
    await eventually('the agent is there', () => overview.isShown);
    assert.deepEqual(
      overview.rows.map(({ asker, servers }) => [asker.id, servers.map(({ server }) => server)]),
      [['codex', ['tickets']]],
    );
  });

  it('is shown when another extension has asked, and reads nothing for that', () => {
    const overview = agents.overview();
    let changes = 0;
    overview.onDidChange(() => {
      changes += 1;
    });
    agents.askers.extensions = [{ id: 'extension', name: 'Other extensions', control }];
    agents.askersChanged.fire();
    assert.deepEqual([overview.isShown, overview.extensions.length, changes, agents.reads], [true, 1, 1, 0]);
  });

  it('changes only if something else is connected, and reads again after each change', async () => {
    const overview = agents.overview();
    let changes = 0;
    overview.onDidChange(() => {
      changes += 1;
    });
    agents.connected = { codex: ['tickets'] };
    overview.read();
    await eventually('it has changed', () => changes === 1);
    overview.read();
    await eventually('it was read again', () => agents.reads === 2 * connectableClients.length);
    agents.connected = {};
    agents.fire();
    await eventually('nothing is connected', () => !overview.isShown);
    assert.equal(changes, 3);
  });

  it('names what runs and the calls that wait, and remembers the last one', async () => {
    const overview = agents.overview();
    agents.connected = { codex: ['tickets', 'notes'] };
    overview.read();
    await eventually('the agent is there', () => overview.isShown);
    agents.sessions = { all: [session('codex', 'tickets', [call('1', 'deploy')]), session('codex', 'notes')] };
    agents.fire();
    const states = () =>
      overview.rows[0]?.servers.map(({ isRunning, calls, lastCall }) => [
        isRunning,
        calls.length,
        lastCall?.target,
        lastCall?.at,
      ]);
    assert.deepEqual(states(), [
      [true, 1, 'deploy', 1000],
      [true, 0, undefined, undefined],
    ]);
    agents.now = 2000;
    agents.sessions = { all: [] };
    agents.fire();
    assert.deepEqual(states(), [
      [false, 0, 'deploy', 1000],
      [false, 0, undefined, undefined],
    ]);
  });

  it('does not show a server that only has the name of a connected one', async () => {
    const overview = agents.overview();
    agents.connected = { codex: ['tickets'] };
    overview.read();
    await eventually('the agent is there', () => overview.isShown);
    agents.sessions = { all: [session('codex', 'tickets', [call('1', 'deploy')], false)] };
    agents.fire();
    const [row] = overview.rows[0]?.servers ?? [];
    assert.deepEqual([row?.isRunning, row?.calls, row?.lastCall], [false, [], undefined]);
  });

  it('has the servers of this host that were lent, apart from connected ones of the same name', async () => {
    agents.connected = { codex: ['tickets'] };
    agents.lent = { codex: ['tickets'], gemini: ['bank'] };
    const calls = [call('1', 'deploy')];
    agents.sessions = {
      all: [{ ...session('codex', 'tickets', calls), hello: { kind: 'serve', client: 'codex', server: 'tickets' } }],
    };
    const overview = agents.overview();
    overview.read();
    await eventually('the rows', () => overview.rows.length === 2);
    assert.deepEqual(
      overview.rows.map(({ servers }) => servers.map(({ server, isLent, isRunning }) => [server, isLent, isRunning])),
      [
        [
          ['tickets', false, false],
          ['tickets', true, true],
        ],
        [['bank', true, true]],
      ],
    );
  });

  it('has one row for servers of one name that were lent from several scopes: the agent names them alike', async () => {
    agents.lent = { codex: ['bank', 'tickets', 'tickets'] };
    agents.stopped = ['tickets', 'bank'];
    const overview = agents.overview();
    overview.read();
    await eventually('the row', () => overview.isShown);
    assert.deepEqual(
      overview.rows[0]?.servers.map(({ server, isStopped }) => [server, isStopped]),
      [
        ['bank', true],
        ['tickets', undefined],
      ],
    );
  });
});
