import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning } from '#core/common/processes.ts';

interface Processes {
  readonly own: number;
  isAlive(pid: number): boolean;
}

const machineProcesses: Processes = { own: process.pid, isAlive: isProcessRunning };

/**
 * The file of this extension host, named by its process id. It is removed when the extension host ends in order: the file of a process
 * that does not run shows that its extension host ended without warning. Windows of the same folder share the directory.
 * Synchronous, because an ending process may not wait for a promise. Never throws: without the file, an extension host that was killed
 * is treated as one that ended in order.
 */
export class HostPidFile {
  readonly #directory: string;
  readonly #processes: Processes;

  /** `directory`: absolute. Created if it does not exist. */
  constructor(directory: string, processes: Processes = machineProcesses) {
    this.#directory = directory;
    this.#processes = processes;
  }

  /** Writes the file. Removes the files of extension hosts that ended without warning, and returns true if there were any. */
  begin(): boolean {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const leftoverFiles = readdirSync(this.#directory).filter((name) => this.#isLeftOver(name));
      for (const name of leftoverFiles) {
        rmSync(join(this.#directory, name), { force: true });
      }
      writeFileSync(this.#path, '', { mode: 0o600 });
      return leftoverFiles.length > 0;
    } catch {
      return false;
    }
  }

  /** Removes the file when the extension host ends in order. */
  end(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // The file stays. The next extension host will report that this one ended without warning.
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
