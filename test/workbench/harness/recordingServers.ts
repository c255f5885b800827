import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { isGone } from '#test/host/serverProcesses.ts';
import { fromRoot } from '#test/root.ts';

const servers = fromRoot('test/servers');

/** Test servers (`test/servers`) that append what they receive to one file, shared by all of them. */
export class RecordingServers {
  readonly #folder = join(tmpdir(), `asker-${randomUUID()}`);
  readonly #receivedFile = join(this.#folder, 'heard');
  /** The servers wait until this file exists, or a file with a suffix added to this name. */
  readonly goFile = join(this.#folder, 'go');

  /** The entry for the settings that starts `elicitingTools.ts`. */
  get entry(): Readonly<Record<string, unknown>> {
    return this.entryOf('elicitingTools.ts');
  }

  /** Returns the entry for the settings that starts this script of `test/servers`. */
  entryOf(script: string, moreEnv: Readonly<Record<string, string>> = {}): Readonly<Record<string, unknown>> {
    const env = { HEARD_FILE: this.#receivedFile, GO_FILE: this.goFile, ...moreEnv };
    return { command: process.execPath, args: [join(servers, script)], env };
  }

  /** Waits until the servers have recorded at least `minLines` lines since `clear`. @returns all of these lines */
  async receivedLines(minLines: number): Promise<readonly string[]> {
    return eventually(`the server receives ${minLines} lines`, async () => {
      const all = (await readFile(this.#receivedFile, 'utf8')).split('\n').filter(Boolean);
      return all.length >= minLines ? all : undefined;
    });
  }

  /** Removes the lines recorded so far. */
  async clear(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#receivedFile, '');
  }

  /** Creates the file for which a server waits: `goFile`, with this suffix. */
  async createGoFile(suffix = ''): Promise<void> {
    await writeFile(this.goFile + suffix, '');
  }

  /** Returns the id of the server process that was started last. */
  async lastPid(): Promise<number> {
    return Number(await readFile(`${this.#receivedFile}.pid`, 'utf8'));
  }

  async waitForEnd(pid: number): Promise<void> {
    await eventually('the server ends', () => isGone(pid));
  }

  /** Removes all files of the servers. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
