import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning } from '#core/common/processes.ts';

interface Processes {
  readonly own: number;
  isAlive(pid: number): boolean;
}

const processes: Processes = { own: process.pid, isAlive: isProcessRunning };

/**
 * The file of this extension host, named by its process id. It is removed when the host ends in order: the file of a process
 * that does not run shows that its host ended without warning. Windows of the same folder share the directory.
 * Synchronous, because a host that ends may have no time for more. Never throws: without the file, a host that was killed
 * counts as one that ended in order.
 */
export class HostPidFile {
  readonly #directory: string;
  readonly #processes: Processes;

  /** `directory`: absolute. Created if it does not exist. */
  constructor(directory: string, ofMachine: Processes = processes) {
    this.#directory = directory;
    this.#processes = ofMachine;
  }

  /** Writes the file. Returns true if a host has ended without warning since the last call; removes its file. */
  begin(): boolean {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const left = readdirSync(this.#directory).filter((name) => this.#isLeftOver(name));
      for (const name of left) {
        rmSync(join(this.#directory, name), { force: true });
      }
      writeFileSync(this.#path, '', { mode: 0o600 });
      return left.length > 0;
    } catch {
      return false;
    }
  }

  /** The host ends in order: removes the file. */
  end(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // The next host will then report that this one ended without warning.
    }
  }

  get #path(): string {
    return join(this.#directory, String(this.#processes.own));
  }

  /** True for the file of a process that does not run. An earlier process may have had the id of this one. */
  #isLeftOver(name: string): boolean {
    const { own, isAlive } = this.#processes;
    const pid = /^[1-9]\d{0,9}$/.test(name) ? Number(name) : undefined;
    return pid !== undefined && (pid === own || !isAlive(pid));
  }
}
