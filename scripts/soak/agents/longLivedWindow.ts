import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Chance } from '#scripts/soak/common/chance.ts';
import { Ledger } from '#scripts/soak/common/ledger.ts';
import { CuttableServer } from '#scripts/soak/ownHost/cuttableServer.ts';
import { causeHttpFault } from '#scripts/soak/ownHost/httpFaults.ts';
import type { SessionFault } from './faults.ts';
import type { LoopDelay } from './loopDelay.ts';
import { type MemorySeries, megabytes, residentMb } from './memorySeries.ts';
import { Sessions } from './sessions.ts';
import { SoakWindow } from './soakWindow.ts';

interface Options {
  /** An existing folder. */
  readonly folder: string;
  readonly proxy: string;
  readonly segment: number;
  readonly seed: number;
  readonly loop: LoopDelay;
  readonly print: (line: string) => void;
}

/** One of each era, without a limit. These agents and their proxies live for the whole segment. */
const longLived = [1, 7];
/** These end at random, so that the window also begins and ends sessions. */
const endedAtRandom = [2, 8];
const httpFaults = {
  'the stream of a call is cut': 0.003,
  'the stream of an open request is cut': 0.003,
  'all connections of HTTP servers are cut': 0.001,
} as const;
const sessionFaults: Readonly<Record<SessionFault, number>> = {
  'a proxy is killed': 0.001,
  'a proxy gets SIGTERM': 0.001,
  'an agent ends': 0.002,
  'an agent is killed with its proxy and its server': 0.001,
  'a server is killed': 0.001,
};
/** In steps. */
const sampleEvery = 100;

/**
 * A window that lives for the whole segment, with agents, in a home directory of its own: the faults of other windows and of
 * the disk do not reach it. The memory of its process, and of the proxies that live as long, is sampled under load.
 */
export class LongLivedWindow {
  readonly ledger: Ledger;
  readonly home: string;
  readonly memory: readonly MemorySeries[];
  readonly folder: string;
  readonly #options: Options;
  readonly #chance: Chance;
  readonly #sessions: Sessions;
  /** Used by the window's own host. */
  readonly #server: CuttableServer;
  readonly #startedAt = performance.now();
  readonly #pids = new Map<MemorySeries, number>();
  #window: SoakWindow | undefined;
  #hasEnded = false;

  constructor(options: Options) {
    this.#options = options;
    this.ledger = new Ledger((line) => options.print(`the long-lived window, ${line}`));
    this.folder = join(options.folder, 'long');
    this.home = join(this.folder, 'home');
    this.#chance = new Chance(options.seed);
    this.#server = new CuttableServer(new Chance(options.seed));
    const { proxy, loop, segment } = options;
    const { ledger, home } = this;
    this.#sessions = new Sessions({ home, folder: this.folder, proxy, loop, ledger, chance: this.#chance }, [
      ...longLived,
      ...endedAtRandom,
    ]);
    this.memory = (['window', ...longLived.map(() => 'proxy' as const)] as const).map((process) => ({
      ...{ segment, process, samples: [] },
    }));
  }

  async start(): Promise<void> {
    await mkdir(this.folder);
    await Sessions.connect(this.home);
    // A request that nobody answers would keep an agent without a limit from calling.
    const options = {
      home: this.home,
      folder: this.folder,
      seed: this.#options.seed,
      name: 'long',
      isDraining: false,
      answersAll: true,
      ownPort: await this.#server.listen(),
    };
    this.#window = new SoakWindow(options, this.ledger, (heapBytes) => {
      this.#sample(0, this.#window?.pid, megabytes(heapBytes));
    });
  }

  step(): void {
    this.#sessions.step();
    for (const [kind, share] of Object.entries(sessionFaults) as [SessionFault, number][]) {
      if (this.#chance.happens(share) && this.#sessions.cause(kind, endedAtRandom)) this.ledger.fault(kind);
    }
    if (this.#window) this.#useServers(this.#window);
    if (this.ledger.step % sampleEvery === 0) {
      this.#window?.do({ type: 'measureHeap' });
      for (const [index, slot] of longLived.entries()) this.#sample(index + 1, this.#sessions.of(slot)?.child.pid);
    }
    this.ledger.step += 1;
  }

  #useServers(window: SoakWindow): void {
    if (this.#chance.happens(0.03)) window.call(this.#server, this.#chance);
    for (const [kind, share] of Object.entries(httpFaults) as [keyof typeof httpFaults, number][]) {
      if (!this.#chance.happens(share)) continue;
      if (causeHttpFault(kind, this.#server, [window], this.ledger)) this.ledger.fault(kind);
    }
  }

  #sample(index: number, pid: number | undefined, heapMb?: number): void {
    const mb = residentMb(pid);
    const series = this.memory[index];
    if (pid === undefined || mb === undefined || !series) return;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const first = this.#pids.get(series) ?? pid;
    this.#pids.set(series, first);
    if (first !== pid) this.ledger.fail(`A ${series.process} that has to live for the whole segment has ended`);
    else series.samples.push(heapMb === undefined ? [seconds, mb] : [seconds, mb, heapMb]);
  }

  get openCalls(): number {
    return this.#sessions.openCalls + (this.#window?.ownCalls.open ?? 0);
  }

  get records() {
    return this.#hasEnded ? [] : [...this.#sessions.records, this.#server.record];
  }

  drain(): void {
    this.#window?.do({ type: 'drain' });
    this.#sessions.drain();
  }

  async end(): Promise<void> {
    await this.#sessions.end();
    this.#window?.do({ type: 'close', reason: 'disabled' });
    await this.#window?.ended;
    this.#server.close();
    this.ledger.sessionEnded({ name: 'the HTTP servers', endedBy: '', record: this.#server.record });
    this.ledger.counts.add('stream: resumed', this.#server.resumed);
    this.#hasEnded = true;
  }
}
