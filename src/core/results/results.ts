import type { Clock } from '#core/common/clock.ts';
import { digestOf, sha256 } from '#core/common/digest.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import { OldAtTwoChecks } from '#core/common/oldAtTwoChecks.ts';
import { type HeldResult, type ResultSecrets, secretsOfStored, sizeOfCall } from './heldResult.ts';
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

/**
 * The ended calls of this workspace, each listed until the user dismisses it or it is a day old: in memory as received, in files
 * without secrets. Each call has a separate file, so that windows need no coordination.
 */
export class Results {
  readonly #context: ResultsContext;
  readonly #prefix: string;
  /** The results by id, the newest last. */
  readonly #held = new Map<string, HeldResult>();
  readonly #changed = new Emitter<void>();
  readonly #oldNames = new OldAtTwoChecks();
  /** True if results were not listed at the last check because of their age. */
  #hadOld = false;
  #queue: Promise<unknown> = Promise.resolve();
  #hasFailed = false;

  /** Fires when a result was added, found in a file, or removed, and when a check finds that results are or are no longer too old. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(context: ResultsContext) {
    this.#context = context;
    this.#prefix = `${sha256(context.workspace)}-`;
  }

  /** The summaries of the results that are not a day old, the newest first. One from the future is listed: only its time is wrong. */
  get all(): readonly CallSummary[] {
    const oldest = this.#context.clock.now() - resultLifetimeMs;
    const summaries = [...this.#held.values()].map(({ summary }) => summary);
    return summaries.filter(({ at }) => at >= oldest).sort((one, other) => other.at - one.at);
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** Adds a result and starts to write its file. Drops the oldest results beyond the limits. */
  add(call: KeptCall, secrets: ResultSecrets): void {
    this.#held.set(call.id, { summary: summaryOf(call), call, secrets, size: sizeOfCall(call), isWritten: false });
    this.#dropExcessFromMemory();
    this.#changed.fire();
    void this.#enqueue(() => this.#write(call, secrets));
  }

  /** Resolves to the whole result; `undefined` if it was removed, or is only in a file that cannot be read now. Never rejects. */
  async open(id: string): Promise<KeptCall | undefined> {
    const held = this.#held.get(id);
    if (!held?.isWritten) {
      return held?.call;
    }
    const stored = await this.#read(id);
    if (stored === 'absent' || (stored === 'damaged' && !held.call)) {
      this.#drop([id]);
      return undefined;
    }
    return held.call ?? (typeof stored === 'object' ? stored : undefined);
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
      return typeof call === 'object' ? () => this.add(call, held?.secrets ?? secretsOfStored(call)) : undefined;
    });
  }

  /** Dismisses all results of all workspaces. Resolves to the number of files that could not be deleted. Never rejects. */
  clear(): Promise<number> {
    this.#drop([...this.#held.keys()]);
    return this.#enqueue(() => this.#deleteAll());
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
    await this.#enqueue(() => this.#deleteAll());
  }

  /** Adds the results that other windows of this workspace have written, and drops those that they have dismissed. Never rejects. */
  load(): Promise<void> {
    return this.#enqueue(() => this.#load());
  }

  /**
   * Removes results that are too old and already were at the last call (because a clock may be wrong for a while), those beyond the
   * limits, and leftover temporary files. Never rejects.
   */
  tidy(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#removeOld();
      await this.#deleteExcess();
      await this.#context.files.sweep(this.#context.clock.now() - maxResultWriteMs).catch(() => undefined);
    });
  }

  /** Resolves when everything is written. Never rejects. */
  async flush(): Promise<void> {
    await this.#queue;
  }

  /** The call in the file. `absent`: the file does not exist. `damaged`: it is no result. `undefined`: it cannot be read now. */
  async #read(id: string): Promise<KeptCall | 'absent' | 'damaged' | undefined> {
    let text: string | undefined;
    try {
      text = await this.#context.files.read(this.#nameOf(id));
    } catch {
      return undefined;
    }
    if (text === undefined) {
      return 'absent';
    }
    const call = readKeptCall(text);
    return call?.id === id ? call : 'damaged';
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
    if (!files) {
      // It is unknown which results another window has dismissed.
      return;
    }
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

  /** Removes the results that were too old at two checks in a row. */
  async #removeOld(): Promise<void> {
    const files = (await this.#list()) ?? [];
    const held = [...this.#held].map(([id, { summary }]) => ({ id, name: this.#nameOf(id), modified: summary.at }));
    const old = [...held, ...files].filter(({ modified }) => this.#isOld(modified)).map(({ name }) => name);
    const expired = this.#oldNames.check(new Set(old));
    await this.#delete(files.map(({ name }) => name).filter((name) => expired.has(name)));
    this.#drop(held.filter(({ name }) => expired.has(name)).map(({ id }) => id));
    const hasOld = this.all.length < this.#held.size;
    if (hasOld || this.#hadOld) {
      this.#changed.fire();
    }
    this.#hadOld = hasOld;
  }

  /** Deletes the oldest files beyond the limits. */
  async #deleteExcess(): Promise<void> {
    const files = [...((await this.#list()) ?? [])].sort((one, other) => other.modified - one.modified);
    let bytes = 0;
    const excess = files.filter(({ size }, index) => {
      bytes += size;
      return index >= maxResults || (index > 0 && bytes > maxResultBytes);
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

  /** The files of all workspaces; `undefined` if they cannot be listed now. */
  async #list(): Promise<readonly ResultFile[] | undefined> {
    return this.#context.files.list().catch(() => undefined);
  }

  /** Resolves to the number of files that could not be deleted, as far as it is known. */
  async #deleteAll(): Promise<number> {
    try {
      return await this.#delete((await this.#context.files.list()).map(({ name }) => name));
    } catch (error) {
      this.#context.onFailure(error, 'delete');
      return 0;
    }
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
