import type { Clock } from '#core/common/clock.ts';
import { digestOf, sha256 } from '#core/common/digest.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import { type CallSummary, type KeptCall, summaryOf } from './keptCall.ts';
import { readEndedCall, readSummary, writeResult } from './resultFile.ts';
import { longestResultWriteMs, maxResultBytes, maxResults, resultLifetimeMs } from './resultLimits.ts';
import { withoutSecretsOf } from './resultMask.ts';
import type { ResultFile, ResultFiles } from './resultStorage.ts';

interface ResultsContext {
  readonly files: ResultFiles;
  readonly clock: Clock;
  /** Identifies the open workspace. A result belongs to one workspace. */
  readonly workspace: string;
  /** False if results are kept in memory only. */
  keep(): boolean;
  /** `write`: a result could not be written and stays in memory; reported once. `delete`: files could not be deleted. */
  failed(error: unknown, work: 'write' | 'delete'): void;
}

/** The secrets of a result, for writing it. */
export interface ResultSecrets {
  /** Removes secrets from a text. */
  readonly mask: Mask;
  /** False if the arguments of the call have secrets and must not be kept. */
  readonly isSendable: boolean;
}

interface HeldResult {
  readonly summary: CallSummary;
  /** As received. Absent if the result is only in its file, written by another or an earlier window. */
  readonly call?: KeptCall;
  /** UTF-16 code units, approximately. */
  readonly size: number;
  /** True if it is in a file. If the file is gone then, another window has dismissed the result. */
  isWritten: boolean;
}

/**
 * The ended calls of this workspace, each kept until the user dismisses it or it is a day old: in memory as received, in files
 * without secrets. Each call has its own file, so that windows need no coordination.
 */
export class Results {
  readonly #context: ResultsContext;
  readonly #prefix: string;
  /** By id, the newest last. */
  readonly #held = new Map<string, HeldResult>();
  readonly #changed = new Emitter<void>();
  #queue: Promise<unknown> = Promise.resolve();
  #hasFailed = false;

  /** Fires when a result was added, found in a file, or removed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(context: ResultsContext) {
    this.#context = context;
    this.#prefix = `${sha256(context.workspace)}-`;
  }

  /** The newest first. */
  get all(): readonly CallSummary[] {
    return [...this.#held.values()].map(({ summary }) => summary).sort((one, other) => other.at - one.at);
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** Keeps a result and starts to write it. Drops the oldest beyond the limits. */
  add(call: KeptCall, secrets: ResultSecrets): void {
    this.#held.set(call.id, { summary: summaryOf(call), call, size: sizeOf(call), isWritten: false });
    this.#makeRoomInMemory();
    this.#changed.fire();
    void this.#enqueue(() => this.#write(call, secrets));
  }

  /** Resolves to the whole result; `undefined` if it was removed. Never rejects. */
  async open(id: string): Promise<KeptCall | undefined> {
    const held = this.#held.get(id);
    if (!held?.isWritten) {
      return held?.call;
    }
    const text = await this.#context.files.read(this.#nameOf(id)).catch(() => undefined);
    const filed = text === undefined ? undefined : readEndedCall(text);
    if (filed?.id !== id) {
      this.#drop([id]);
      return undefined;
    }
    return held.call ?? filed;
  }

  dismiss(id: string): void {
    this.#drop([id]);
    void this.#enqueue(() => this.#delete([this.#nameOf(id)]));
  }

  /** Dismisses all results of all workspaces. Resolves to the number of files that could not be deleted. Never rejects. */
  clear(): Promise<number> {
    this.#drop([...this.#held.keys()]);
    return this.#enqueue(async () => this.#delete((await this.#list()).map(({ name }) => name)));
  }

  /** The setting has changed. Deletes all files if results must not be kept. Never rejects. */
  async keepChanged(): Promise<void> {
    if (this.#context.keep()) {
      return;
    }
    const filed = [...this.#held].filter(([, { call }]) => call === undefined).map(([id]) => id);
    for (const held of this.#held.values()) {
      held.isWritten = false;
    }
    this.#drop(filed);
    await this.#enqueue(async () => this.#delete((await this.#list()).map(({ name }) => name)));
  }

  /** Loads the results that other windows of this workspace have kept, and drops those that they dismissed. Never rejects. */
  load(): Promise<void> {
    return this.#enqueue(() => this.#load());
  }

  /** Removes results that are too old or beyond the limits. Never rejects. */
  tidy(): Promise<void> {
    return this.#enqueue(async () => {
      this.#drop([...this.#held].filter(([, { summary }]) => this.#isOld(summary.at)).map(([id]) => id));
      await this.#makeRoom();
      await this.#context.files.sweep(this.#context.clock.now() - longestResultWriteMs).catch(() => undefined);
    });
  }

  /** Resolves when everything is written. Never rejects. */
  async flush(): Promise<void> {
    await this.#queue;
  }

  async #write(call: KeptCall, secrets: ResultSecrets): Promise<void> {
    const held = this.#held.get(call.id);
    if (!held || !this.#context.keep()) {
      return;
    }
    const text = writeResult(withoutSecretsOf(call, secrets.mask, secrets.isSendable));
    if (text === undefined || Buffer.byteLength(text) > maxResultBytes) {
      return;
    }
    try {
      await this.#context.files.write(this.#nameOf(call.id), text);
    } catch (error) {
      if (!this.#hasFailed) {
        this.#hasFailed = true;
        this.#context.failed(error, 'write');
      }
      return;
    }
    held.isWritten = true;
    await this.#makeRoom();
    if (!this.#held.has(call.id) || !this.#context.keep()) {
      // The result was dismissed, or keeping was switched off, during the write.
      held.isWritten = false;
      await this.#delete([this.#nameOf(call.id)]);
    }
  }

  async #load(): Promise<void> {
    const files = this.#context.keep() ? await this.#list() : [];
    const own = files
      .filter(({ name }) => name.startsWith(this.#prefix))
      .sort((one, other) => other.modified - one.modified);
    const names = new Set(own.map(({ name }) => name));
    const gone = [...this.#held].filter(([id, { isWritten }]) => isWritten && !names.has(this.#nameOf(id)));
    let hasChanged = false;
    const known = new Set([...this.#held.keys()].map((id) => this.#nameOf(id)));
    for (const { name, size } of own.slice(0, maxResults).filter((file) => !known.has(file.name))) {
      const beginning = await this.#context.files.readBeginning(name).catch(() => undefined);
      const summary = beginning === undefined ? undefined : readSummary(beginning);
      if (summary && this.#nameOf(summary.id) === name && !this.#isOld(summary.at) && !this.#held.has(summary.id)) {
        this.#held.set(summary.id, { summary, size, isWritten: true });
        hasChanged = true;
      }
    }
    this.#drop(gone.map(([id]) => id));
    if (hasChanged) {
      this.#changed.fire();
    }
  }

  #drop(ids: readonly string[]): void {
    if (ids.filter((id) => this.#held.delete(id)).length > 0) {
      this.#changed.fire();
    }
  }

  /** Deletes the files that are too old, and the oldest beyond the limits. */
  async #makeRoom(): Promise<void> {
    const files = [...(await this.#list())].sort((one, other) => other.modified - one.modified);
    let bytes = 0;
    const extra = files.filter(({ modified, size }, index) => {
      bytes += size;
      return index >= maxResults || (index > 0 && bytes > maxResultBytes) || this.#isOld(modified);
    });
    if (extra.length > 0) {
      const names = new Set(extra.map(({ name }) => name));
      await this.#delete([...names]);
      this.#drop(
        [...this.#held].filter(([id, held]) => held.isWritten && names.has(this.#nameOf(id))).map(([id]) => id),
      );
    }
  }

  #makeRoomInMemory(): void {
    let all = 0;
    const extra = [...this.#held.entries()].reverse().filter(([, { size }], index) => {
      all += size;
      return index > 0 && (index >= maxResults || all > maxResultBytes);
    });
    for (const [id] of extra) {
      this.#held.delete(id);
    }
  }

  /** A time in the future, by at most a day, comes from a clock that was set back, and is not old. */
  #isOld(at: number): boolean {
    return Math.abs(this.#context.clock.now() - at) > resultLifetimeMs;
  }

  async #list(): Promise<readonly ResultFile[]> {
    return this.#context.files.list().catch(() => []);
  }

  /** Resolves to the number of files that could not be deleted. */
  async #delete(names: readonly string[]): Promise<number> {
    let left = 0;
    for (const name of names) {
      await this.#context.files.delete(name).catch((error: unknown) => {
        left += 1;
        if (left === 1) {
          this.#context.failed(error, 'delete');
        }
      });
    }
    return left;
  }

  #nameOf(id: string): string {
    return `${this.#prefix}${digestOf([id])}.json`;
  }

  /** Runs file operations one after the other. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/** The size in UTF-16 code units: of the result, and of parts that were generated from it. */
function sizeOf({ result, outcome }: KeptCall): number {
  if (outcome.kind !== 'result') {
    return JSON.stringify(outcome).length;
  }
  return outcome.parts.reduce(
    (sum, part) => sum + ('json' in part ? part.json.length : 'data' in part ? part.data.length : 0),
    JSON.stringify(result)?.length ?? 0,
  );
}
