import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import type { Chance } from '#scripts/soak/common/chance.ts';
import type { Ledger } from '#scripts/soak/common/ledger.ts';
import { fromRoot } from '#test/root.ts';
import type { SessionFault } from './faults.ts';
import type { LoopDelay } from './loopDelay.ts';
import { SoakAgent } from './soakAgent.ts';

const serverCount = 10;
const recordName = 'record.jsonl';

interface SessionsContext {
  readonly home: string;
  /** An existing folder, in which each session gets one of its own. */
  readonly folder: string;
  readonly proxy: string;
  readonly loop: LoopDelay;
  readonly ledger: Ledger;
  readonly chance: Chance;
}

/** Agents that share a home directory, one for each slot. */
export class Sessions {
  readonly #context: SessionsContext;
  readonly #slots: readonly number[];
  readonly #running = new Map<number, SoakAgent>();
  #last = 0;

  /** `slots`: each decides about its server, era and limits. */
  constructor(context: SessionsContext, slots: readonly number[]) {
    this.#context = context;
    this.#slots = slots;
  }

  /** Creates the home directory as after Connect. */
  static async connect(homePath: string): Promise<void> {
    await mkdir(homePath, { recursive: true });
    const home = homeFolder(homePath);
    await new ClientKeys(home).create('codex');
    const connections = new ClientConnections(home);
    // The user has not connected the last server, and is asked about it.
    for (let index = 0; index < serverCount - 1; index += 1) {
      await connections.connect('codex', { server: `s${index}`, fingerprint: commandFingerprint(commandOf(index)) });
    }
  }

  /** Starts what has ended, and lets some call. */
  step(): void {
    for (const slot of this.#slots) {
      const session = this.#running.get(slot);
      if (!session || session.hasEnded) this.#running.set(slot, this.#start(slot));
      else if (this.#context.chance.happens(0.06)) session.call();
    }
  }

  #start(slot: number): SoakAgent {
    this.#last += 1;
    const { home, folder: parent, proxy, loop, ledger, chance } = this.#context;
    const folder = join(parent, String(this.#last));
    mkdirSync(folder);
    const { PATH = '' } = process.env;
    return new SoakAgent(
      {
        ...{ name: `session ${this.#last}`, server: `s${slot % serverCount}`, command: commandOf(slot), proxy, folder },
        loop,
        era: isLegacy(slot) ? 'legacy' : 'modern',
        limitMs: slot % 3 === 0 ? 8000 : undefined,
        declares: slot % 2 === 0,
        env: { PATH, HOME: home, USERPROFILE: home },
        recordFile: join(folder, recordName),
      },
      ledger,
      chance,
    );
  }

  of(slot: number): SoakAgent | undefined {
    return this.#running.get(slot);
  }

  /** Ends one of these slots. False if none is ready. */
  cause(kind: SessionFault, slots = this.#slots): boolean {
    const ready = slots.flatMap((slot) => this.#running.get(slot) ?? []).filter(({ isReady }) => isReady);
    const session = this.#context.chance.pick(ready);
    if (!session) return false;
    const id = endedId(session, kind);
    if (id === undefined) return false;
    session.endsBy(kind);
    if (kind === 'an agent ends') session.close();
    else process.kill(id, kind === 'a proxy gets SIGTERM' ? 'SIGTERM' : 'SIGKILL');
    return true;
  }

  get openCalls(): number {
    return [...this.#running.values()].reduce((sum, { openCalls }) => sum + openCalls, 0);
  }

  /** The records of the servers that run. */
  get records() {
    return [...this.#running.values()].filter(({ hasEnded }) => !hasEnded).map(({ record }) => record);
  }

  drain(): void {
    for (const session of this.#running.values()) session.drain();
  }

  /** Ends all. A call that is open has failed. */
  async end(): Promise<void> {
    const sessions = [...this.#running.values()];
    for (const { options, openCalls, errors } of sessions) {
      if (openCalls > 0) {
        this.#context.ledger.fail(`${options.name} has ${openCalls} calls without an end: ${errors}`);
      }
    }
    for (const session of sessions) session.close();
    await Promise.all(sessions.map(({ ended }) => ended));
  }
}

/** What a fault ends: the id of a process, or of a process group as a negative number. */
function endedId({ child, serverIds }: SoakAgent, kind: SessionFault): number | undefined {
  if (kind === 'a server is killed') return serverIds[0];
  const isGroup = kind === 'an agent is killed with its proxy and its server';
  return isGroup && child.pid !== undefined ? -child.pid : child.pid;
}

function isLegacy(slot: number): boolean {
  return slot % serverCount < 6;
}

/** Two sessions may have the same server, so their commands are equal. Each has a directory of its own, with the record. */
function commandOf(slot: number): [string, ...string[]] {
  const program = isLegacy(slot) ? 'agentTools.ts' : 'roundTools.ts';
  return [process.execPath, fromRoot(`test/servers/agents/${program}`), recordName];
}
