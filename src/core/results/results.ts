import type { Clock } from '#core/common/clock.ts';
import { digestOf, sha256 } from '#core/common/digest.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import { type CallSummary, type KeptCall, summaryOf } from './keptCall.ts';
import type { ResultFile, ResultFiles } from './ports.ts';
import { readEndedCall, readSummary, writeResult } from './resultFile.ts';
import { longestResultWriteMs, mostResultBytes, mostResults, resultLifetimeMs } from './resultLimits.ts';
import { withoutSecretsOf } from './resultMask.ts';

interface ResultsContext {
  readonly files: ResultFiles;
  readonly clock: Clock;
  /** Names the open workspace among all: results belong to one. */
  readonly workspace: string;
  /** False: results are in memory only. */
  keep(): boolean;
  /** `write`: a result is in memory only, reported once. `delete`: some are still in their files. */
  failed(error: unknown, work: 'write' | 'delete'): void;
}

/** How a result may be written. */
export interface ResultSecrets {
  /** Takes secrets out of a text. */
  readonly mask: Mask;
  /** False where the arguments of the call have secrets, and cannot be kept. */
  readonly isSendable: boolean;
}

interface HeldResult {
  readonly summary: CallSummary;
  /** As received. Absent for one of an earlier window, which is in its file. */
  readonly call?: KeptCall;
  /** UTF-16 code units, approximately. */
  readonly size: number;
  /** It is in a file. If the file is gone, the result was dismissed by another window. */
  isWritten: boolean;
}

/**
 * The calls of this workspace that have ended, each until the user dismisses it or it is a day old: in memory as received,
 * in files without secrets. Each has a file of its own, so that windows need not agree on anything.
 */
export class Results {
  readonly #ports: ResultsContext;
  readonly #prefix: string;
  /** By id, the newest last. */
  readonly #held = new Map<string, HeldResult>();
  readonly #changed = new Emitter<void>();
  #queue: Promise<unknown> = Promise.resolve();
  #hasFailed = false;

  /** A result was added, found in a file, or is gone. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(ports: ResultsContext) {
    this.#ports = ports;
    this.#prefix = `${sha256(ports.workspace)}-`;
  }

  /** The newest first. */
  get all(): readonly CallSummary[] {
    return [...this.#held.values()].map(({ summary }) => summary).sort((one, other) => other.at - one.at);
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** Keeps a result, and writes it at once. The oldest make room. */
  add(call: KeptCall, secrets: ResultSecrets): void {
    this.#held.set(call.id, { summary: summaryOf(call), call, size: sizeOf(call), isWritten: false });
    this.#makeRoomInMemory();
    this.#changed.fire();
    void this.#enqueue(() => this.#write(call, secrets));
  }

  /** The whole result; `undefined` where it is gone. Never rejects. */
  async open(id: string): Promise<KeptCall | undefined> {
    const held = this.#held.get(id);
    if (!held?.isWritten) {
      return held?.call;
    }
    const text = await this.#ports.files.read(this.#nameOf(id)).catch(() => undefined);
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

  /** Dismisses all results of all workspaces. Resolves to how many could not be deleted. Never rejects. */
  clear(): Promise<number> {
    this.#drop([...this.#held.keys()]);
    return this.#enqueue(async () => this.#delete((await this.#list()).map(({ name }) => name)));
  }

  /** The setting has changed. Where results are not to be kept any more, all files go. Never rejects. */
  async keepChanged(): Promise<void> {
    if (this.#ports.keep()) {
      return;
    }
    const filed = [...this.#held].filter(([, { call }]) => call === undefined).map(([id]) => id);
    for (const held of this.#held.values()) {
      held.isWritten = false;
    }
    this.#drop(filed);
    await this.#enqueue(async () => this.#delete((await this.#list()).map(({ name }) => name)));
  }

  /** Reads what earlier windows, or others of this workspace, have kept or dismissed since. Never rejects. */
  load(): Promise<void> {
    return this.#enqueue(() => this.#load());
  }

  /** Removes what is too old or too much. Never rejects. */
  tidy(): Promise<void> {
    return this.#enqueue(async () => {
      this.#drop([...this.#held].filter(([, { summary }]) => this.#isOld(summary.at)).map(([id]) => id));
      await this.#makeRoom();
      await this.#ports.files.sweep(this.#ports.clock.now() - longestResultWriteMs).catch(() => undefined);
    });
  }

  /** Resolves when everything is written. Never rejects. */
  async flush(): Promise<void> {
    await this.#queue;
  }

  async #write(call: KeptCall, secrets: ResultSecrets): Promise<void> {
    const held = this.#held.get(call.id);
    if (!held || !this.#ports.keep()) {
      return;
    }
    const text = writeResult(withoutSecretsOf(call, secrets.mask, secrets.isSendable));
    if (text === undefined || Buffer.byteLength(text) > mostResultBytes) {
      return;
    }
    try {
      await this.#ports.files.write(this.#nameOf(call.id), text);
    } catch (error) {
      if (!this.#hasFailed) {
        this.#hasFailed = true;
        this.#ports.failed(error, 'write');
      }
      return;
    }
    held.isWritten = true;
    await this.#makeRoom();
    if (!this.#held.has(call.id) || !this.#ports.keep()) {
      // Dismissed, or switched off, while it was written.
      held.isWritten = false;
      await this.#delete([this.#nameOf(call.id)]);
    }
  }

  async #load(): Promise<void> {
    const files = this.#ports.keep() ? await this.#list() : [];
    const own = files
      .filter(({ name }) => name.startsWith(this.#prefix))
      .sort((one, other) => other.modified - one.modified);
    const names = new Set(own.map(({ name }) => name));
    const gone = [...this.#held].filter(([id, { isWritten }]) => isWritten && !names.has(this.#nameOf(id)));
    let hasChanged = false;
    const known = new Set([...this.#held.keys()].map((id) => this.#nameOf(id)));
    for (const { name, size } of own.slice(0, mostResults).filter((file) => !known.has(file.name))) {
      const beginning = await this.#ports.files.readBeginning(name).catch(() => undefined);
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

  /** Deletes the files that are too old, and the oldest where there are too many. */
  async #makeRoom(): Promise<void> {
    const files = [...(await this.#list())].sort((one, other) => other.modified - one.modified);
    let bytes = 0;
    const extra = files.filter(({ modified, size }, index) => {
      bytes += size;
      return index >= mostResults || (index > 0 && bytes > mostResultBytes) || this.#isOld(modified);
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
      return index > 0 && (index >= mostResults || all > mostResultBytes);
    });
    for (const [id] of extra) {
      this.#held.delete(id);
    }
  }

  /** A time that is yet to come is a clock that was set back, unless it is more than a day away. */
  #isOld(at: number): boolean {
    return Math.abs(this.#ports.clock.now() - at) > resultLifetimeMs;
  }

  async #list(): Promise<readonly ResultFile[]> {
    return this.#ports.files.list().catch(() => []);
  }

  /** Returns how many could not be deleted. */
  async #delete(names: readonly string[]): Promise<number> {
    let left = 0;
    for (const name of names) {
      await this.#ports.files.delete(name).catch((error: unknown) => {
        left += 1;
        if (left === 1) {
          this.#ports.failed(error, 'delete');
        }
      });
    }
    return left;
  }

  #nameOf(id: string): string {
    return `${this.#prefix}${digestOf([id])}.json`;
  }

  /** Runs one work after another. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/** What is shown counts where it is not the text of the result itself. */
function sizeOf({ result, outcome }: KeptCall): number {
  if (outcome.kind !== 'result') {
    return JSON.stringify(outcome).length;
  }
  return outcome.parts.reduce(
    (sum, part) => sum + ('json' in part ? part.json.length : 'data' in part ? part.data.length : 0),
    JSON.stringify(result)?.length ?? 0,
  );
}
