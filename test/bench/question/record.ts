import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#core/common/ports.ts';
import { flaggedProperties } from '#core/guard/sensitive/flagged.ts';
import { Recorder } from '#core/record/recorder.ts';
import { Recording } from '#core/record/recording.ts';
import { Directory } from '#core/record/store/directory.ts';
import type { RecordFiles } from '#core/record/store/ports.ts';
import { SecretHeads } from '#core/record/store/secretHeads.ts';
import type { Server } from '#core/servers/server.ts';
import type { Rig } from '#test/host/harness.ts';

/** Milliseconds. */
const mostMs = 60_000;

/** The record of a rig's questions, wired as the extension wires it, in a folder of the disk. */
export class BenchRecord {
  readonly #recorder: Recorder;
  readonly #recording: Recording;
  readonly #files: RecordFiles;
  #added = 0;
  #written = 0;
  #waiting: (() => void)[] = [];

  constructor({ folder, inbox, exchanges }: Rig, server: Server) {
    const directory = new Directory(join(folder, 'record'));
    this.#files = directory;
    this.#recorder = new Recorder({
      files: {
        list: () => directory.list(),
        append: (name, text, at) => directory.append(name, text, at).then(() => this.#wrote(text)),
        read: (name, from, to) => directory.read(name, from, to),
        truncate: (name, bytes) => directory.truncate(name, bytes),
        delete: (name) => directory.delete(name),
      },
      heads: new SecretHeads(secretsInMemory()),
      window: '0123456789abcdef',
      values: () => 'redacted',
    });
    this.#recording = new Recording({
      inbox,
      exchanges,
      recorder: {
        add: (...recorded) => {
          this.#added += 1;
          this.#recorder.add(...recorded);
        },
      },
      clock: systemClock,
      enabled: () => true,
      describe: () => ({
        scope: server.definition.scope.kind,
        protocol: server.state.kind === 'running' ? server.state.self.protocolVersion : undefined,
      }),
      maskOf: () => server.mask,
      flagged: flaggedProperties,
    });
  }

  /** Resolves when everything that was recorded is on the disk, or does not get there in a minute: an entry is lost. */
  async written(): Promise<void> {
    if (this.#written < this.#added) {
      const written = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await Promise.race([written, delay(mostMs, undefined, { ref: false })]);
    }
  }

  /** Accepted questions that are on the disk. */
  async accepted(): Promise<number> {
    let count = 0;
    for (const { name, bytes } of await this.#files.list()) {
      const text = String(await this.#files.read(name, 0, bytes));
      count += text.split('\n').filter((line) => line.includes('"decision":"accept"')).length;
    }
    return count;
  }

  async end(): Promise<void> {
    this.#recording.end();
    await this.#recorder.flush();
    this.#recording.dispose();
  }

  #wrote(text: string): void {
    this.#written += text.split('\n').length - 1;
    if (this.#written >= this.#added) {
      for (const resolve of this.#waiting.splice(0)) {
        resolve();
      }
    }
  }
}

/** As fast as an editor's store could be. */
function secretsInMemory() {
  const kept = new Map<string, string>();
  return {
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
}
