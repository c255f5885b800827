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

/** The time limit for writing all entries. In milliseconds. */
const maxMs = 60_000;

/** The record of a test host's requests, in a folder on the disk, with the classes that the extension uses. */
export class BenchRecord {
  readonly #writer: RecordWriter;
  readonly #recorder: ElicitationRecorder;
  readonly #files: RecordFiles;
  #added = 0;
  #written = 0;
  #waiting: (() => void)[] = [];

  constructor({ folder, inbox, exchanges }: TestHost, server: Server) {
    const directory = new RecordFolder(join(folder, 'record'));
    this.#files = directory;
    this.#writer = new RecordWriter({
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
    this.#recorder = new ElicitationRecorder({
      inbox,
      exchanges,
      writer: {
        recordElicitation: (...recorded) => {
          this.#added += 1;
          this.#writer.recordElicitation(...recorded);
        },
      },
      clock: systemClock,
      isEnabled: () => true,
      describe: () => ({
        scope: server.definition.scope.kind,
        protocol: server.state.kind === 'running' ? server.state.serverInfo.protocolVersion : undefined,
      }),
      maskOf: () => server.mask,
      flagged: flaggedProperties,
    });
  }

  /** Resolves when all recorded entries are on the disk, or after a minute, if an entry is lost. */
  async written(): Promise<void> {
    if (this.#written < this.#added) {
      const written = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await Promise.race([written, delay(maxMs, undefined, { ref: false })]);
    }
  }

  /** The number of accepted requests on the disk. */
  async accepted(): Promise<number> {
    let count = 0;
    for (const { name, bytes } of await this.#files.list()) {
      const text = String(await this.#files.read(name, 0, bytes));
      count += text.split('\n').filter((line) => line.includes('"decision":"accept"')).length;
    }
    return count;
  }

  async end(): Promise<void> {
    this.#recorder.finish();
    await this.#writer.flush();
    this.#recorder.dispose();
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

/** A secret store in memory, which is faster than any editor's. */
function secretsInMemory() {
  const secrets = new Map<string, string>();
  return {
    get: async (key: string) => secrets.get(key),
    store: async (key: string, value: string) => void secrets.set(key, value),
    delete: async (key: string) => void secrets.delete(key),
  };
}
