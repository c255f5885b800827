import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { isGone } from '#test/host/serverProcesses.ts';
import { fromRoot } from '#test/root.ts';

const servers = fromRoot('test/servers');

/** The servers of `test/servers` that append what they receive to a file. They share one folder. */
export class RecordingServers {
  readonly #folder = join(tmpdir(), `asker-${randomUUID()}`);
  readonly #heardFile = join(this.#folder, 'heard');
  /** What they wait for: this file, and others whose names begin with it. */
  readonly goFile = join(this.#folder, 'go');

  /** `elicitingTools.ts`, for the settings. */
  get entry(): Readonly<Record<string, unknown>> {
    return this.entryOf('elicitingTools.ts');
  }

  /** One of the servers, for the settings. */
  entryOf(script: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, unknown>> {
    const env = { HEARD_FILE: this.#heardFile, GO_FILE: this.goFile, ...more };
    return { command: process.execPath, args: [join(servers, script)], env };
  }

  /** The lines that they received since `clear`. Waits until there are at least this many. */
  async receivedLines(lines: number): Promise<readonly string[]> {
    return eventually(`the server receives ${lines} lines`, async () => {
      const all = (await readFile(this.#heardFile, 'utf8')).split('\n').filter(Boolean);
      return all.length >= lines ? all : undefined;
    });
  }

  /** Drops the lines that they have received so far. */
  async clear(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#heardFile, '');
  }

  /** Lets go on what waits for the file, or for the one that has this added to its name. */
  async go(added = ''): Promise<void> {
    await writeFile(this.goFile + added, '');
  }

  /** The process that was started last. */
  async pid(): Promise<number> {
    return Number(await readFile(`${this.#heardFile}.pid`, 'utf8'));
  }

  async ended(pid: number): Promise<void> {
    await eventually('the server ends', () => isGone(pid));
  }

  /** Leaves nothing on the disk. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
