import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { recentlyClosedMs } from '#agentProtocol/windowFile.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { proxyProgram } from '#test/host/proxyProcess.ts';
import { fromRoot } from '#test/root.ts';
import { Chance } from './chance.ts';
import { Ledger } from './ledger.ts';
import { LoopDelay } from './loopDelay.ts';
import { SmallDisk } from './smallDisk.ts';
import { SoakAgent } from './soakAgent.ts';
import { SoakWindow } from './soakWindow.ts';

const sessionCount = 20;
const serverCount = 10;
const windowCount = 3;
const recordName = 'record.jsonl';
const stepMs = 100;
/** A call that asked while no window was open is answered by then. */
const drainMs = 90_000;

/** What happens to a run, with its share of the steps. Each must have happened when the run ends. */
const faults = {
  'a proxy is killed': 0.003,
  'a proxy gets SIGTERM': 0.003,
  'an agent ends': 0.004,
  'a server is killed': 0.004,
  'a window is killed': 0.004,
  'a window closes': 0.005,
  'a window is switched off': 0.002,
  'a window freezes': 0.003,
  'nobody is at a window': 0.004,
  'all windows close': 0.0006,
  'the disk is full': 0.003,
} as const;
type FaultKind = keyof typeof faults;

/** Runs agents, servers and windows for some minutes, ends some of them at random, and accounts for everything that they did. */
export class FaultRun {
  readonly ledger: Ledger;
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #sessions: SoakAgent[] = [];
  readonly #windows: SoakWindow[] = [];
  readonly #loop = new LoopDelay();
  #folder = '';
  #home = '';
  #proxy = '';
  #disk: SmallDisk | undefined;
  #lastSession = 0;
  #lastWindow = 0;
  #isDraining = false;
  #windowsBackAt = 0;

  constructor(seed: number, print: (line: string) => void) {
    this.#seed = seed;
    this.#chance = new Chance(seed);
    this.ledger = new Ledger(print);
  }

  async run(minutes: number): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'faults-'));
    this.#home = join(this.#folder, 'home');
    await mkdir(this.#home);
    await mkdir(join(this.#folder, 'work'));
    this.#disk = await SmallDisk.mount(this.#home);
    try {
      this.#proxy = await proxyProgram();
      await this.#connect();
      const [start, ms] = [Date.now(), minutes * 60_000];
      for (; Date.now() < start + ms; this.ledger.step += 1) {
        this.#step(Date.now() > start + ms / 2);
        await delay(stepMs);
      }
      await this.#drain();
      await this.#endAll();
      await this.#checkLeftovers();
    } finally {
      await this.#disk?.unmount().catch((error: unknown) => this.ledger.fail(String(error)));
      await rm(this.#folder, { recursive: true, force: true });
    }
    this.ledger.close();
    for (const kind of Object.keys(faults)) {
      if (this.ledger.counts.of(`fault: ${kind}`) === 0) this.ledger.fail(`This never happened: ${kind}`);
    }
  }

  async #connect(): Promise<void> {
    const home = homeFolder(this.#home);
    await new ClientKeys(home).create('codex');
    const connections = new ClientConnections(home);
    // The user has not connected the last server, and is asked about it.
    for (let index = 0; index < serverCount - 1; index += 1) {
      await connections.connect('codex', { server: `s${index}`, fingerprint: commandFingerprint(commandOf(index)) });
    }
  }

  /** @param isLate true if each kind of fault must have happened soon */
  #step(isLate: boolean): void {
    for (let slot = 0; slot < sessionCount; slot += 1) {
      const session = this.#sessions[slot];
      if (!session || session.hasEnded) this.#sessions[slot] = this.#startSession(slot);
      else if (this.#chance.happens(0.06)) session.call();
    }
    this.#keepWindows();
    if (this.ledger.step < 50) return;
    for (const [kind, share] of Object.entries(faults)) {
      const isDue = this.#chance.happens(share) || (isLate && this.ledger.counts.of(`fault: ${kind}`) === 0);
      if (isDue && this.#cause(kind as FaultKind)) this.ledger.fault(kind);
    }
    if (this.#chance.happens(0.05)) this.#anyWindow()?.do({ type: 'focus' });
  }

  #startSession(slot: number): SoakAgent {
    this.#lastSession += 1;
    const name = `session ${this.#lastSession}`;
    const folder = join(this.#folder, 'work', String(this.#lastSession));
    mkdirSync(folder);
    const { PATH = '' } = process.env;
    return new SoakAgent(
      {
        ...{ name, server: `s${slot % serverCount}`, command: commandOf(slot), proxy: this.#proxy, folder },
        loop: this.#loop,
        era: isLegacy(slot) ? 'legacy' : 'modern',
        limitMs: slot % 3 === 0 ? 8000 : undefined,
        declares: slot % 2 === 0,
        env: { PATH, HOME: this.#home, USERPROFILE: this.#home },
        recordFile: join(folder, recordName),
      },
      this.ledger,
      this.#chance,
    );
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

  #openWindow(): void {
    this.#lastWindow += 1;
    const name = `w${this.#lastWindow}`;
    const folder = join(this.#folder, 'work');
    const seed = this.#seed + this.#lastWindow;
    this.#windows.push(
      new SoakWindow({ home: this.#home, folder, seed, name, isDraining: this.#isDraining }, this.ledger),
    );
  }

  #anyWindow(): SoakWindow | undefined {
    return this.#chance.pick(this.#windows.filter(({ isUsable }) => isUsable));
  }

  /** False if there is nothing that it can happen to. */
  #cause(kind: FaultKind): boolean {
    const session = this.#chance.pick(this.#sessions.filter(({ isReady }) => isReady));
    const window = this.#anyWindow();
    switch (kind) {
      case 'a proxy is killed':
      case 'a proxy gets SIGTERM':
      case 'an agent ends':
      case 'a server is killed':
        return session !== undefined && this.#endSession(session, kind);
      case 'a window is killed':
        window?.kill();
        break;
      case 'a window closes':
        window?.do({ type: 'close', reason: 'window' });
        break;
      case 'a window is switched off':
        window?.do({ type: 'close', reason: 'disabled' });
        break;
      case 'a window freezes':
        window?.freeze(this.#chance.between(200, 6000));
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
    }
    return window !== undefined;
  }

  #endSession(session: SoakAgent, kind: FaultKind): boolean {
    if (kind === 'an agent ends') session.close();
    else if (kind === 'a proxy gets SIGTERM') session.child.kill('SIGTERM');
    else {
      const id = kind === 'a proxy is killed' ? session.child.pid : session.serverIds[0];
      if (id === undefined) return false;
      process.kill(id, 'SIGKILL');
    }
    session.endedBy = kind;
    return true;
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
  async #drain(): Promise<void> {
    this.#isDraining = true;
    this.#windowsBackAt = 0;
    this.#disk?.empty();
    const end = Date.now() + drainMs;
    while (Date.now() < end && this.#sessions.some(({ openCalls }) => openCalls > 0)) {
      this.#keepWindows();
      for (const window of this.#windows) {
        if (!window.isUsable) continue;
        window.do({ type: 'presence', isPresent: true });
        window.do({ type: 'drain' });
      }
      for (const session of this.#sessions) session.drain();
      await delay(1000);
    }
    for (const { options, openCalls, errors } of this.#sessions) {
      if (openCalls > 0) this.ledger.fail(`${options.name} has ${openCalls} calls without an end: ${errors}`);
    }
  }

  async #endAll(): Promise<void> {
    for (const session of this.#sessions) session.close();
    await Promise.all(this.#sessions.map(({ ended }) => ended));
    for (const window of this.#windows) window.do({ type: 'close', reason: 'disabled' });
    await Promise.all(this.#windows.map(({ ended }) => ended));
    // The next window removes what others have left; what may be back stays for a while.
    this.#windows.length = 0;
    this.#openWindow();
    await delay(recentlyClosedMs + 4000);
    for (const window of this.#windows) window.do({ type: 'close', reason: 'disabled' });
    await Promise.all(this.#windows.map(({ ended }) => ended));
  }

  async #checkLeftovers(): Promise<void> {
    const { windows, run } = homeFolder(this.#home);
    for (const folder of [windows, run]) {
      for (const name of await readdir(folder)) this.ledger.fail(`A file is left: ${join(folder, name)}`);
    }
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const directory = await readlink(`/proc/${id}/cwd`).catch(() => '');
      if (directory.startsWith(this.#folder)) this.ledger.fail(`A process is left: ${id} in ${directory}`);
    }
  }
}

function isLegacy(slot: number): boolean {
  return slot % serverCount < 6;
}

/** Two sessions have the same server, so their commands are equal. Each has a directory of its own, with the record. */
function commandOf(slot: number): [string, ...string[]] {
  const program = isLegacy(slot) ? 'agentTools.ts' : 'roundTools.ts';
  return [process.execPath, fromRoot(`test/servers/agents/${program}`), recordName];
}
