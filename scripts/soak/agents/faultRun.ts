import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { recentlyClosedMs } from '#agentProtocol/windowFile.ts';
import { Chance } from '#scripts/soak/common/chance.ts';
import { Ledger } from '#scripts/soak/common/ledger.ts';
import { LedgerCounts } from '#scripts/soak/common/ledgerCounts.ts';
import { CuttableServer } from '#scripts/soak/ownHost/cuttableServer.ts';
import { causeHttpFault } from '#scripts/soak/ownHost/httpFaults.ts';
import { checkRecord } from '#scripts/soak/record/checkRecord.ts';
import { proxyProgram } from '#test/host/proxyProcess.ts';
import { type FaultKind, faults } from './faults.ts';
import { checkLeftovers } from './leftAtEnd.ts';
import { LongLivedWindow } from './longLivedWindow.ts';
import type { LoopDelay } from './loopDelay.ts';
import type { SegmentLedger } from './segmentLedger.ts';
import { Sessions } from './sessions.ts';
import { SmallDisk } from './smallDisk.ts';
import { SoakWindow } from './soakWindow.ts';
import { temporaryPrefix } from './temporaryFolder.ts';

const sessionCount = 20;
const windowCount = 3;
const stepMs = 100;
const dayMs = 86_400_000;
/** A call that asked while no window was open is answered by then. */
const drainMs = 90_000;

interface FaultRunOptions {
  /** Its number in the whole run, from 1. */
  readonly segment: number;
  readonly minutes: number;
  readonly seed: number;
  readonly loop: LoopDelay;
  readonly print: (line: string) => void;
}

/** Runs agents, servers and windows for some minutes, ends some of them at random, and accounts for everything that they did. */
export class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #ledger: Ledger;
  readonly #chance: Chance;
  readonly #windows: SoakWindow[] = [];
  /** Used by the windows' own hosts. */
  readonly #server: CuttableServer;
  #ownPort: number | undefined;
  #sessions: Sessions | undefined;
  #long: LongLivedWindow | undefined;
  #folder = '';
  #disk: SmallDisk | undefined;
  #lastWindow = 0;
  #isDraining = false;
  #isOver = false;
  #windowsBackAt = 0;
  #startedAt: number | undefined;

  constructor(options: FaultRunOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.#ledger = new Ledger(options.print);
    this.#server = new CuttableServer(new Chance(options.seed));
  }

  /** What it has counted so far. Until it is over, what has no end yet is counted as open. */
  get counted(): SegmentLedger {
    const { segment, minutes } = this.#options;
    const counts = new LedgerCounts();
    const parts = [
      { ledger: this.#ledger, records: [...(this.#sessions?.records ?? []), this.#server.record] },
      { ledger: this.#long?.ledger, records: this.#long?.records },
    ];
    for (const { ledger, records = [] } of parts) {
      if (ledger) counts.addAll(this.#isOver ? ledger.counts : ledger.countsIfInterrupted(records));
    }
    const runMs = this.#startedAt === undefined ? 0 : Date.now() - this.#startedAt;
    return {
      ...{ segment, steps: this.#ledger.step, counts: counts.all, folder: this.#folder },
      minutes: Math.min(minutes, runMs / 60_000),
      failures: [this.#ledger, this.#long?.ledger].flatMap((ledger) => ledger?.failures ?? []),
      memory: this.#long?.memory ?? [],
    };
  }

  async run(): Promise<void> {
    const { segment, minutes, seed, loop, print } = this.#options;
    const folder = await mkdtemp(temporaryPrefix);
    this.#folder = folder;
    await mkdir(this.#home);
    await mkdir(this.#work);
    this.#disk = await SmallDisk.mount(this.#home);
    try {
      this.#ownPort = await this.#server.listen();
      const proxy = await proxyProgram();
      await Sessions.connect(this.#home);
      this.#sessions = new Sessions(
        { home: this.#home, folder: this.#work, proxy, loop, ledger: this.#ledger, chance: this.#chance },
        Array.from({ length: sessionCount }, (_, slot) => slot),
      );
      this.#long = new LongLivedWindow({ folder, proxy, segment, seed, loop, print });
      await this.#long.start();
      const [start, ms] = [Date.now(), minutes * 60_000];
      this.#startedAt = start;
      for (; Date.now() < start + ms; this.#ledger.step += 1) {
        this.#step(this.#sessions, Date.now() > start + ms / 2);
        this.#long.step();
        await delay(stepMs);
      }
      await this.#drain(this.#sessions, this.#long);
      await Promise.all([this.#endAll(this.#sessions), this.#long.end()]);
      await checkRecord(this.#work, this.#ledger, Date.now() - start);
      await checkRecord(this.#long.folder, this.#long.ledger, Date.now() - start);
      await checkLeftovers(folder, [this.#home, this.#long.home], this.#ledger);
    } finally {
      this.#server.close();
      await this.#disk?.unmount().catch((error: unknown) => this.#ledger.fail(String(error)));
      await rm(folder, { recursive: true, force: true });
    }
    this.#ledger.sessionEnded({ name: 'the HTTP servers', endedBy: '', record: this.#server.record });
    this.#ledger.counts.add('stream: resumed', this.#server.resumed);
    for (const ledger of [this.#ledger, this.#long.ledger]) ledger.close();
    this.#isOver = true;
  }

  get #home(): string {
    return join(this.#folder, 'home');
  }

  get #work(): string {
    return join(this.#folder, 'work');
  }

  /** @param isLate true if each kind of fault must have happened soon */
  #step(sessions: Sessions, isLate: boolean): void {
    sessions.step();
    this.#keepWindows();
    if (this.#ledger.step < 50) return;
    for (const window of this.#windows) {
      if (this.#chance.happens(0.05)) window.call(this.#server, this.#chance);
    }
    for (const [kind, share] of Object.entries(faults) as [FaultKind, number][]) {
      const isDue = this.#chance.happens(share) || (isLate && this.#ledger.counts.of(`fault: ${kind}`) === 0);
      if (isDue && this.#cause(sessions, kind)) this.#ledger.fault(kind);
    }
    if (this.#chance.happens(0.05)) this.#anyWindow()?.do({ type: 'focus' });
  }

  #keepWindows(): void {
    if (Date.now() < this.#windowsBackAt) return;
    const running = this.#windows.filter((window) => !window.hasEnded);
    for (const window of this.#windows.filter(({ hasEnded }) => hasEnded)) {
      this.#windows.splice(this.#windows.indexOf(window), 1);
    }
    const isDue = this.#isDraining || this.#chance.happens(0.1);
    if (running.filter(({ isEnding }) => !isEnding).length < windowCount && isDue) this.#openWindow();
  }

  #openWindow(): SoakWindow {
    this.#lastWindow += 1;
    const name = `w${this.#lastWindow}`;
    const seed = this.#options.seed + this.#lastWindow;
    const options = {
      ...{ home: this.#home, folder: this.#work, seed, name, isDraining: this.#isDraining, answersAll: false },
      ownPort: this.#ownPort,
    };
    const window = new SoakWindow(options, this.#ledger);
    this.#windows.push(window);
    return window;
  }

  /** Its successor comes as soon as it has closed. */
  #reload(window: SoakWindow): void {
    window.do({ type: 'reload' });
    void window.reloaded.then(() => {
      if (!this.#isDraining) this.#openWindow();
    });
  }

  #anyWindow(): SoakWindow | undefined {
    return this.#chance.pick(this.#windows.filter(({ isUsable }) => isUsable));
  }

  /** False if there is nothing that it can happen to. */
  #cause(sessions: Sessions, kind: FaultKind): boolean {
    const window = this.#anyWindow();
    switch (kind) {
      case 'a proxy is killed':
      case 'a proxy gets SIGTERM':
      case 'an agent ends':
      case 'an agent is killed with its proxy and its server':
      case 'a server is killed':
        return sessions.cause(kind);
      case 'a window is killed':
        window?.kill();
        break;
      case 'a window closes':
        window?.do({ type: 'close', reason: 'window' });
        break;
      case 'a window is reloaded':
        if (window) this.#reload(window);
        break;
      case 'a window is switched off':
        window?.do({ type: 'close', reason: 'disabled' });
        break;
      case 'a window freezes':
        window?.freeze(this.#chance.between(200, 6000));
        break;
      case 'the clock of a window jumps':
        window?.do({ type: 'jumpClock', ms: this.#chance.between(-dayMs, dayMs) });
        break;
      case 'nobody is at a window':
        window?.do({ type: 'presence', isPresent: false });
        setTimeout(() => window?.do({ type: 'presence', isPresent: true }), this.#chance.between(1000, 40_000));
        break;
      case 'all windows close':
        for (const each of this.#windows) if (each.isUsable) each.do({ type: 'close', reason: 'window' });
        this.#windowsBackAt = Date.now() + this.#chance.between(2000, 45_000);
        return true;
      case 'the disk is full':
        return this.#fillDisk();
      default:
        return causeHttpFault(kind, this.#server, this.#windows, this.#ledger);
    }
    return window !== undefined;
  }

  #fillDisk(): boolean {
    const disk = this.#disk;
    if (!disk || disk.isFull) return false;
    disk.fill();
    // A window must write while it is full.
    this.#anyWindow()?.do({ type: 'focus' });
    setTimeout(() => disk.empty(), this.#chance.between(500, 8000));
    return true;
  }

  /** The users of all windows answer at once, and agents ask for everything again that is kept for them. */
  async #drain(sessions: Sessions, long: LongLivedWindow): Promise<void> {
    this.#isDraining = true;
    this.#windowsBackAt = 0;
    this.#disk?.empty();
    const end = Date.now() + drainMs;
    const ownCalls = () => this.#windows.reduce((sum, window) => sum + window.ownCalls.open, 0);
    while (Date.now() < end && sessions.openCalls + long.openCalls + ownCalls() > 0) {
      this.#keepWindows();
      for (const window of this.#windows) {
        if (!window.isUsable) continue;
        window.do({ type: 'presence', isPresent: true });
        window.do({ type: 'drain' });
      }
      sessions.drain();
      long.drain();
      await delay(1000);
    }
  }

  async #endAll(sessions: Sessions): Promise<void> {
    await sessions.end();
    for (const window of this.#windows) window.do({ type: 'close', reason: 'disabled' });
    await Promise.all(this.#windows.map(({ ended }) => ended));
    // The next window removes what others have left; what may be back stays for a while.
    this.#windows.length = 0;
    await this.#openWindow().listens;
    await delay(recentlyClosedMs + 4000);
    for (const window of this.#windows) window.do({ type: 'close', reason: 'disabled' });
    await Promise.all(this.#windows.map(({ ended }) => ended));
  }
}
