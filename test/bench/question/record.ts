import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#core/common/clock.ts';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import { ElicitationRecorder } from '#core/record/elicitationRecorder.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';
import type { Server } from '#core/servers/server.ts';
import type { TestHost } from '#test/host/testHost.ts';

/** Milliseconds. */
const maxMs = 60_000;

/** The record of a rig's questions, wired as the extension wires it, in a folder of the disk. */
export class BenchRecord {
  readonly #recorder: RecordWriter;
  readonly #recording: ElicitationRecorder;
  readonly #files: RecordFiles;
  #added = 0;
  #written = 0;
  #waiting: (() => void)[] = [];

  constructor({ folder, inbox, exchanges }: TestHost, server: Server) {
    const directory = new RecordFolder(join(folder, 'record'));
    this.#files = directory;
    this.#recorder = new RecordWriter({
      files: {
        list: () => directory.list(),
        append: (name, text, at) => directory.append(name, text, at).then(() => this.#wrote(text)),
        read: (name, from, to) => directory.read(name, from, to),
        truncate: (name, bytes) => directory.truncate(name, bytes),
        delete: (name) => directory.delete(name),
      },
      heads: new SecretStorageHeads(secretsInMemory()),
      window: '0123456789abcdef',
      values: () => 'redacted',
    });
    this.#recording = new ElicitationRecorder({
      inbox,
      exchanges,
      writer: {
        recordElicitation: (...recorded) => {
          this.#added += 1;
          this.#recorder.recordElicitation(...recorded);
        },
      },
      clock: systemClock,
      enabled: () => true,
      describe: () => ({
        scope: server.definition.scope.kind,
        protocol: server.state.kind === 'running' ? server.state.serverInfo.protocolVersion : undefined,
      }),
      maskOf: () => server.mask,
      flagged: flaggedProperties,
    });
  }

  /** Resolves when everything that was recorded is on the disk, or does not get there in a minute: an entry is lost. */
  async written(): Promise<void> {
    if (this.#written < this.#added) {
      const written = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await Promise.race([written, delay(maxMs, undefined, { ref: false })]);
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
    this.#recording.finish();
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
