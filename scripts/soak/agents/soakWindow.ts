import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithThisProcess, root } from '#scripts/lib/process.mjs';
import type { Ledger } from './ledger.ts';
import type { WindowCommand, WindowEvent, WindowOptions } from './windowEvents.ts';

const program = join(root, 'scripts/soak/agents/windowProgram.ts');

/** A window of the fault run, in a process of its own. */
export class SoakWindow {
  readonly name: string;
  readonly ended: Promise<void>;
  isListening = false;
  hasEnded = false;
  /** True after a command or a signal that ends it. */
  isEnding = false;
  readonly #child: ChildProcess;
  readonly #ledger: Ledger;

  /** `heapMeasured`: gets the bytes of its heap after each command to measure them. */
  constructor(options: WindowOptions, ledger: Ledger, heapMeasured?: (bytes: number) => void) {
    this.name = options.name;
    this.#ledger = ledger;
    this.#child = endWithThisProcess(
      fork(program, [JSON.stringify(options)], {
        execArgv: heapMeasured ? ['--expose-gc'] : [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    this.#child.on('message', (event: WindowEvent) => {
      if (event.type === 'listening') this.isListening = true;
      if (event.type === 'heap') heapMeasured?.(event.bytes);
      else ledger.windowReported(this.name, event);
    });
    this.#child.on('error', () => undefined);
    this.ended = once(this.#child, 'close').then(([code]) => {
      this.hasEnded = true;
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
    if (command.type === 'close') {
      this.isEnding = true;
      this.#ledger.windowTimes.ends(this.name, command.reason === 'disabled');
    }
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  kill(): void {
    this.isEnding = true;
    this.#ledger.windowKilled(this.name);
    this.#child.kill('SIGKILL');
  }

  /** Stops the process without ending it, as a machine that sleeps. */
  freeze(ms: number): void {
    const goOn = () => {
      process.off('exit', goOn);
      this.#child.kill('SIGCONT');
    };
    this.#child.kill('SIGSTOP');
    setTimeout(goOn, ms);
    // It would stay for ever.
    process.on('exit', goOn);
  }
}
