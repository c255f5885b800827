import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithThisProcess, root } from '#scripts/lib/process.mjs';
import type { Chance } from '#scripts/soak/common/chance.ts';
import type { Ledger } from '#scripts/soak/common/ledger.ts';
import type { WindowCommand, WindowEvent, WindowOptions } from '#scripts/soak/common/windowEvents.ts';
import type { CuttableServer } from '#scripts/soak/ownHost/cuttableServer.ts';
import { OwnCalls } from '#scripts/soak/ownHost/ownCalls.ts';

const program = join(root, 'scripts/soak/agents/windowProgram.ts');

/** A window of the fault run, in a process of its own. */
export class SoakWindow {
  readonly name: string;
  readonly ended: Promise<void>;
  /** When it has registered, or could not. */
  readonly listens: Promise<void>;
  /** When it has closed for a reload. */
  readonly reloaded: Promise<void>;
  isListening = false;
  hasEnded = false;
  /** The calls of its own host. */
  readonly ownCalls: OwnCalls;
  /** True after a command or a signal that ends it. */
  isEnding = false;
  /** In milliseconds since the epoch; `undefined` while it runs. */
  #frozenSince: number | undefined;
  readonly #child: ChildProcess;
  readonly #ledger: Ledger;

  /** `heapMeasured`: gets the bytes of its heap after each command to measure them. */
  constructor(options: WindowOptions, ledger: Ledger, heapMeasured?: (bytes: number) => void) {
    this.name = options.name;
    this.#ledger = ledger;
    this.ownCalls = new OwnCalls(this.name, ledger);
    this.#child = endWithThisProcess(
      fork(program, [JSON.stringify(options)], {
        execArgv: heapMeasured ? ['--expose-gc'] : [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    let listens: () => void = () => undefined;
    this.listens = new Promise((resolve) => {
      listens = resolve;
    });
    let reloaded: () => void = () => undefined;
    this.reloaded = new Promise((resolve) => {
      reloaded = resolve;
    });
    this.#child.on('message', (event: WindowEvent) => {
      if (event.type === 'reloaded') reloaded();
      if (event.type === 'listening') {
        this.isListening = true;
        listens();
      }
      if (event.type === 'heap') heapMeasured?.(event.bytes);
      else if (event.type === 'ownCallEnded') this.ownCalls.callEnded(event, this.isEnding);
      else ledger.windowReported(this.name, event);
    });
    this.#child.on('error', () => undefined);
    this.ended = once(this.#child, 'close').then(([code]) => {
      this.hasEnded = true;
      listens();
      this.ownCalls.windowEnded();
      if (!this.isEnding && this.isListening) ledger.fail(`The window ${this.name} ended by itself: ${code}`);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isUsable(): boolean {
    return this.isListening && !this.isEnding && !this.hasEnded;
  }

  do(command: WindowCommand): void {
    if (command.type === 'close' || command.type === 'reload') {
      this.isEnding = true;
      this.#ledger.windowTimes.ends(this.name, command.type === 'close' && command.reason === 'disabled');
    }
    if (command.type === 'presence') {
      this.#ledger.windowTimes.note(`${command.isPresent ? 'somebody' : 'nobody'} is at ${this.name}`);
    }
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  /** Its own host calls a tool, unless enough calls run. */
  call(server: CuttableServer, chance: Chance): void {
    if (!this.isUsable) return;
    const call = this.ownCalls.next(server, chance);
    if (call) this.do({ type: 'call', call });
  }

  kill(): void {
    this.isEnding = true;
    this.#ledger.windowKilled(this.name, this.#frozenSince);
    this.#child.kill('SIGKILL');
  }

  /** Stops the process without ending it, as a machine that sleeps. */
  freeze(ms: number): void {
    const goOn = () => {
      process.off('exit', goOn);
      this.#frozenSince = undefined;
      this.#child.kill('SIGCONT');
    };
    this.#frozenSince ??= Date.now();
    this.#ledger.windowTimes.note(`${this.name} freezes for ${ms} ms`);
    this.#child.kill('SIGSTOP');
    setTimeout(goOn, ms);
    // It would stay for ever.
    process.on('exit', goOn);
  }
}
