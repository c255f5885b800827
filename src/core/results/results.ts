import type { Clock } from '#core/common/clock.ts';
import { digestOf, sha256 } from '#core/common/digest.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import type { ArgumentPath } from './hiddenArguments.ts';
import { type CallSummary, type KeptCall, summaryOf } from './keptCall.ts';
import { readKeptCall, readSummary, resultFileText } from './resultFile.ts';
import { maxResultBytes, maxResults, maxResultWriteMs, resultLifetimeMs } from './resultLimits.ts';
import { withoutSecretsOf } from './resultMask.ts';
import type { ResultFile, ResultFiles } from './resultStorage.ts';

interface ResultsContext {
  readonly files: ResultFiles;
  readonly clock: Clock;
  /** Identifies the open workspace. A result belongs to one workspace. */
  readonly workspace: string;
  /** Returns false if results are kept in memory only. */
  keep(): boolean;
  /** Called for the first result that could not be written and stays in memory (`write`), and if files could not be deleted. */
  onFailure(error: unknown, operation: 'write' | 'delete'): void;
}

/** The functions that keep secrets out of a result file. */
export interface ResultSecrets {
  /** Removes secrets from a text. */
  readonly mask: Mask;
  /** False if the arguments of the call contain secrets and must not be kept. */
  readonly isSendable: boolean;
  /** The arguments without secrets. Absent if there are none, or if the secrets could not be located. */
  readonly shownArguments?: Readonly<Record<string, unknown>> | undefined;
  /** The paths of what is hidden in `shownArguments`. */
  readonly hiddenPaths?: readonly ArgumentPath[] | undefined;
}

interface HeldResult {
  readonly summary: CallSummary;
  /** The call with its result as received. Absent if another or an earlier window has written the file. */
  readonly call?: KeptCall;
  /** The secrets of `call`. */
  readonly secrets?: ResultSecrets;
  /** The approximate size in UTF-16 code units. */
  readonly size: number;
  /** True if the result is in a file. If this file no longer exists, another window has dismissed the result. */
  isWritten: boolean;
}

/**
 * The ended calls of this workspace, each kept until the user dismisses it or it is a day old: in memory as received, in files
 * without secrets. Each call has a separate file, so that windows need no coordination.
 */
export class Results {
  readonly #context: ResultsContext;
  readonly #prefix: string;
  /** The results by id, the newest last. */
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

  /** The summaries of all results, the newest first. */
  get all(): readonly CallSummary[] {
    return [...this.#held.values()].map(({ summary }) => summary).sort((one, other) => other.at - one.at);
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** Adds a result and starts to write its file. Drops the oldest results beyond the limits. */
  add(call: KeptCall, secrets: ResultSecrets): void {
    this.#held.set(call.id, { summary: summaryOf(call), call, secrets, size: sizeOf(call), isWritten: false });
    this.#dropExcessFromMemory();
    this.#changed.fire();
    void this.#enqueue(() => this.#write(call, secrets));
  }

  /** Resolves to the whole result; `undefined` if the result was removed. Never rejects. */
  async open(id: string): Promise<KeptCall | undefined> {
    const held = this.#held.get(id);
    if (!held?.isWritten) {
      return held?.call;
    }
    const storedCall = await this.#read(id);
    if (!storedCall) {
      this.#drop([id]);
      return undefined;
    }
    return held.call ?? storedCall;
  }

  /**
   * Removes a result from the list at once, and then its file. Resolves to a function that adds the result again; `undefined` if it
   * could not be read. Never rejects.
   */
  dismiss(id: string): Promise<(() => void) | undefined> {
    const held = this.#held.get(id);
    this.#drop([id]);
    return this.#enqueue(async () => {
      const call = held?.call ?? (held && (await this.#read(id)));
      await this.#delete([this.#nameOf(id)]);
      return call && (() => this.add(call, held?.secrets ?? secretsOfStored(call)));
    });
  }

  /** Dismisses all results of all workspaces. Resolves to the number of files that could not be deleted. Never rejects. */
  clear(): Promise<number> {
    this.#drop([...this.#held.keys()]);
    return this.#enqueue(async () => this.#delete((await this.#list()).map(({ name }) => name)));
  }

  /** Applies a changed result of `keep`: deletes all files if it is false. Never rejects. */
  async applyKeep(): Promise<void> {
    if (this.#context.keep()) {
      return;
    }
    const onlyInFiles = [...this.#held].filter(([, { call }]) => call === undefined).map(([id]) => id);
    for (const held of this.#held.values()) {
      held.isWritten = false;
    }
    this.#drop(onlyInFiles);
    await this.#enqueue(async () => this.#delete((await this.#list()).map(({ name }) => name)));
  }

  /** Adds the results that other windows of this workspace have written, and drops those that they have dismissed. Never rejects. */
  load(): Promise<void> {
    return this.#enqueue(() => this.#load());
  }

  /** Removes results that are too old or beyond the limits. Never rejects. */
  tidy(): Promise<void> {
    return this.#enqueue(async () => {
      this.#drop([...this.#held].filter(([, { summary }]) => this.#isOld(summary.at)).map(([id]) => id));
      await this.#deleteExcess();
      await this.#context.files.sweep(this.#context.clock.now() - maxResultWriteMs).catch(() => undefined);
    });
  }

  /** Resolves when everything is written. Never rejects. */
  async flush(): Promise<void> {
    await this.#queue;
  }

  /** The call in the file; `undefined` if it cannot be read. */
  async #read(id: string): Promise<KeptCall | undefined> {
    const text = await this.#context.files.read(this.#nameOf(id)).catch(() => undefined);
    const call = text === undefined ? undefined : readKeptCall(text);
    return call?.id === id ? call : undefined;
  }

  async #write(call: KeptCall, secrets: ResultSecrets): Promise<void> {
    const held = this.#held.get(call.id);
    if (!held || !this.#context.keep()) {
      return;
    }
    const text = resultFileText(withoutSecretsOf(call, secrets.mask, secrets.isSendable));
    if (text === undefined || Buffer.byteLength(text) > maxResultBytes) {
      return;
    }
    try {
      await this.#context.files.write(this.#nameOf(call.id), text);
    } catch (error) {
      if (!this.#hasFailed) {
        this.#hasFailed = true;
        this.#context.onFailure(error, 'write');
      }
      return;
    }
    held.isWritten = true;
    await this.#deleteExcess();
    if (!this.#held.has(call.id) || !this.#context.keep()) {
      // The result was dismissed, or keeping was switched off, during the write.
      held.isWritten = false;
      await this.#delete([this.#nameOf(call.id)]);
    }
  }

  async #load(): Promise<void> {
    const files = this.#context.keep() ? await this.#list() : [];
    const filesOfWorkspace = files
      .filter(({ name }) => name.startsWith(this.#prefix))
      .sort((one, other) => other.modified - one.modified);
    const names = new Set(filesOfWorkspace.map(({ name }) => name));
    const dismissed = [...this.#held].filter(([id, { isWritten }]) => isWritten && !names.has(this.#nameOf(id)));
    let hasChanged = false;
    const heldNames = new Set([...this.#held.keys()].map((id) => this.#nameOf(id)));
    for (const { name, size } of filesOfWorkspace.slice(0, maxResults).filter((file) => !heldNames.has(file.name))) {
      const beginning = await this.#context.files.readBeginning(name).catch(() => undefined);
      const summary = beginning === undefined ? undefined : readSummary(beginning);
      if (summary && this.#nameOf(summary.id) === name && !this.#isOld(summary.at) && !this.#held.has(summary.id)) {
        this.#held.set(summary.id, { summary, size, isWritten: true });
        hasChanged = true;
      }
    }
    this.#drop(dismissed.map(([id]) => id));
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
  async #deleteExcess(): Promise<void> {
    const files = [...(await this.#list())].sort((one, other) => other.modified - one.modified);
    let bytes = 0;
    const excess = files.filter(({ modified, size }, index) => {
      bytes += size;
      return index >= maxResults || (index > 0 && bytes > maxResultBytes) || this.#isOld(modified);
    });
    if (excess.length > 0) {
      const names = new Set(excess.map(({ name }) => name));
      await this.#delete([...names]);
      this.#drop(
        [...this.#held].filter(([id, held]) => held.isWritten && names.has(this.#nameOf(id))).map(([id]) => id),
      );
    }
  }

  #dropExcessFromMemory(): void {
    let totalSize = 0;
    const excess = [...this.#held.entries()].reverse().filter(([, { size }], index) => {
      totalSize += size;
      return index > 0 && (index >= maxResults || totalSize > maxResultBytes);
    });
    for (const [id] of excess) {
      this.#held.delete(id);
    }
  }

  /** False also for a time up to a day in the future, which comes from a clock that was set back. */
  #isOld(at: number): boolean {
    return Math.abs(this.#context.clock.now() - at) > resultLifetimeMs;
  }

  async #list(): Promise<readonly ResultFile[]> {
    return this.#context.files.list().catch(() => []);
  }

  /** Resolves to the number of files that could not be deleted. */
  async #delete(names: readonly string[]): Promise<number> {
    let failures = 0;
    for (const name of names) {
      await this.#context.files.delete(name).catch((error: unknown) => {
        failures += 1;
        if (failures === 1) {
          this.#context.onFailure(error, 'delete');
        }
      });
    }
    return failures;
  }

  #nameOf(id: string): string {
    return `${this.#prefix}${digestOf([id])}.json`;
  }

  /** Runs file operations one after the other. */
  #enqueue<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(operation);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

/** A call from a file has no secrets any more. */
function secretsOfStored({ shownArguments, hiddenPaths }: KeptCall): ResultSecrets {
  return { mask: (text) => text, isSendable: true, shownArguments, hiddenPaths };
}

/** The approximate size of the result and of the parts that were generated from it, in UTF-16 code units. */
function sizeOf({ result, outcome }: KeptCall): number {
  if (outcome.kind !== 'result') {
    return JSON.stringify(outcome).length;
  }
  return outcome.parts.reduce(
    (sum, part) => sum + ('json' in part ? part.json.length : 'data' in part ? part.data.length : 0),
    JSON.stringify(result)?.length ?? 0,
  );
}
