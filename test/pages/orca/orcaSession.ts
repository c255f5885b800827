import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithThisProcess } from '#scripts/lib/process.mjs';
import { SpeechServer } from './speechServer.ts';

/** Orca has said everything when it is silent for this time. In milliseconds. */
const quietMs = 1200;
const pollMs = 100;
const maxStartMs = 30_000;
const busLauncher = '/usr/libexec/at-spi-bus-launcher';

/** The screen reader Orca on an X server without a screen. Needs a D-Bus session. */
export class OrcaSession {
  /** The environment of the browser. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #speech: SpeechServer;
  readonly #processes: ChildProcess[] = [];

  private constructor(folder: string, display: string, socketPath: string, speech: SpeechServer) {
    this.#folder = folder;
    this.#speech = speech;
    const { PATH = '', DBUS_SESSION_BUS_ADDRESS = '' } = process.env;
    this.env = {
      PATH,
      DBUS_SESSION_BUS_ADDRESS,
      // Its own home, so that settings of the user change nothing.
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: display,
      LANG: 'C.UTF-8',
      ACCESSIBILITY_ENABLED: '1',
      SPEECHD_ADDRESS: `unix_socket:${socketPath}`,
    };
  }

  static async start(): Promise<OrcaSession> {
    const folder = await mkdtemp(join(tmpdir(), 'orca-'));
    const socketPath = join(folder, 'speech.sock');
    const speech = await SpeechServer.listen(socketPath);
    const screen = endWithThisProcess(
      spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'], { stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const [display] = await once(createInterface(screen.stdout), 'line');
    const session = new OrcaSession(folder, `:${display}`, socketPath, speech);
    session.#processes.push(screen);
    session.#spawn(busLauncher, '--launch-immediately');
    session.#spawn('orca', '--replace', '--disable=braille');
    const deadline = Date.now() + maxStartMs;
    while (speech.count === 0) {
      if (Date.now() > deadline) throw new Error('Orca does not start.');
      await delay(pollMs);
    }
    return session;
  }

  /** What Orca has spoken since the last call, after it has been silent for a while. */
  async heard(): Promise<string[]> {
    let { count } = this.#speech;
    for (let quietSince = Date.now(); Date.now() - quietSince < quietMs; await delay(pollMs)) {
      if (this.#speech.count !== count) {
        ({ count } = this.#speech);
        quietSince = Date.now();
      }
    }
    return this.#speech.take();
  }

  async end(): Promise<void> {
    for (const started of this.#processes.reverse()) {
      // A process that still runs would write into the folder again.
      if (started.kill()) await once(started, 'exit');
    }
    this.#speech.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(program: string, ...args: readonly string[]): void {
    this.#processes.push(endWithThisProcess(spawn(program, args, { env: this.env, stdio: 'ignore' })));
  }
}
