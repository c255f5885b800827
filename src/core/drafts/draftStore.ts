import type { Clock } from '#core/common/clock.ts';
import { OldAtTwoChecks } from '#core/common/oldAtTwoChecks.ts';
import { typedLength } from '#form/inputs/inputTexts.ts';
import { type Draft, hasSecretValues, readDraft, serializeDraft, withoutSecretValues } from './draft.ts';
import type { DraftFile, DraftFiles } from './draftFiles.ts';
import { draftLifetimeMs, maxDrafts, maxDraftWriteMs, maxTextInMemory, secretLifetimeMs } from './draftLimits.ts';
import { DraftWriteQueue } from './draftWriteQueue.ts';

export interface DraftStoreContext {
  readonly files: DraftFiles;
  readonly clock: Clock;
  /**
   * Called for the first draft that could not be written and is in memory only (`write`), and once for each file that could
   * not be deleted (`delete`).
   */
  onFailure(error: unknown, operation: 'write' | 'delete'): void;
}

/** A draft in memory. */
interface CachedDraft {
  readonly draft: Draft;
  readonly size: number;
  /** True if the draft is also in a file. If this file no longer exists, another window or the user has deleted it. */
  isWritten: boolean;
}

/**
 * Stores drafts by name: completely in memory and, a little later, without their secrets in files. All windows share the
 * files; the last write wins.
 */
export class DraftStore {
  readonly #context: DraftStoreContext;
  /** The drafts in memory, the newest last. */
  readonly #cached = new Map<string, CachedDraft>();
  readonly #queue: DraftWriteQueue;
  readonly #oldNames = new OldAtTwoChecks();

  constructor(context: DraftStoreContext) {
    this.#context = context;
    this.#queue = new DraftWriteQueue({
      files: context.files,
      onWritten: (name) => this.#markWritten(name),
      onDelete: (name) => this.#markUnwritten(name),
      onFailure: (error, operation) => context.onFailure(error, operation),
    });
  }

  /** The newest draft of this name, if it is not too old. Removes a draft that was cleared, and a file that is no draft. */
  get(name: string): Draft | undefined {
    const cached = this.#cached.get(name);
    const inFile = this.#queue.hasPending(name) ? undefined : this.#read(name);
    if (cached?.isWritten && inFile === 'absent') {
      this.#cached.delete(name);
      return undefined;
    }
    const isFileNewer = typeof inFile === 'object' && (!cached || inFile.at > cached.draft.at);
    const newest = isFileNewer ? inFile : cached?.draft;
    if (newest && newest.at <= this.#clearedAt()) {
      this.remove(name);
      return undefined;
    }
    return newest && !this.#isOld(newest) ? this.#withFreshSecrets(newest) : undefined;
  }

  /** The names with this prefix, the newest draft first. */
  names(prefix: string): readonly string[] {
    const drafts = [...this.#times(this.#list())].filter(([name]) => name.startsWith(prefix));
    return drafts.sort(([, a], [, b]) => b - a).map(([name]) => name);
  }

  /** The number of drafts. @throws the error of the file system */
  get count(): number {
    this.forgetSecrets();
    return this.#times(this.#context.files.list()).size;
  }

  put(name: string, draft: Draft): void {
    const isWritten = this.#cached.get(name)?.isWritten ?? false;
    this.#cache(name, draft, isWritten);
    this.#queue.set(name, serializeDraft(draft));
  }

  /** Stores a draft in memory only, without its secrets. */
  putInMemory(name: string, draft: Draft): void {
    this.remove(name);
    const withoutSecrets = withoutSecretValues(draft);
    if (withoutSecrets) {
      this.#cache(name, withoutSecrets, false);
    }
  }

  remove(name: string): void {
    this.#cached.delete(name);
    this.#queue.set(name, undefined);
  }

  /** Writes all changes at once. Never rejects. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  /** Removes secrets from memory that are too old, and drafts that another window has cleared. */
  forgetSecrets(): void {
    const clearedAt = this.#clearedAt();
    for (const [name, cached] of this.#cached) {
      const draft = cached.draft.at <= clearedAt ? undefined : this.#withFreshSecrets(cached.draft);
      if (!draft) {
        this.#cached.delete(name);
      } else if (draft !== cached.draft) {
        this.#cached.set(name, { ...cached, draft, size: sizeOf(draft) });
      }
    }
  }

  /**
   * Removes drafts that are too old and already were at the last cleanup (because a clock may be wrong for a while), drafts
   * beyond the limits, leftover temporary files, and files that could not be deleted before. Never rejects.
   */
  async cleanUp(): Promise<void> {
    this.forgetSecrets();
    const now = this.#context.clock.now();
    const old = [...this.#times(this.#list())].flatMap(([name, at]) => (now - at > draftLifetimeMs ? [name] : []));
    for (const name of this.#oldNames.check(new Set(old))) {
      this.remove(name);
    }
    await this.#queue.retry();
    await this.#deleteExcess();
    await this.#context.files.sweep(now - maxDraftWriteMs).catch(() => undefined);
  }

  /** Removes all drafts, also from the memory of other windows. Resolves to the number of remaining files; rejects if it is unknown. */
  async clear(): Promise<number> {
    const names = [...this.#times(this.#context.files.list()).keys()];
    const at = this.#context.clock.now();
    this.#cached.clear();
    return this.#queue.replace(() => this.#clear(names, at));
  }

  async #clear(names: readonly string[], at: number): Promise<number> {
    let remaining = 0;
    // Drafts that were stored in the meantime are kept.
    for (const name of names.filter((draftName) => !this.#cached.has(draftName))) {
      await this.#context.files.delete(name).catch(() => {
        remaining += 1;
      });
    }
    await this.#context.files.markCleared(at);
    return remaining;
  }

  #cache(name: string, draft: Draft, isWritten: boolean): void {
    this.#cached.delete(name);
    this.#cached.set(name, { draft, size: sizeOf(draft), isWritten });
    let totalSize = 0;
    for (const [index, [oldest, { size }]] of [...this.#cached].reverse().entries()) {
      totalSize += size;
      if (index > 0 && (index >= maxDrafts || totalSize > maxTextInMemory)) {
        this.#cached.delete(oldest);
      }
    }
  }

  /** Reads a file. `absent`: the file does not exist. `undefined`: it cannot be read, or it is no draft and is removed. */
  #read(name: string): Draft | 'absent' | undefined {
    let text: string | undefined;
    try {
      text = this.#context.files.read(name);
    } catch {
      return undefined;
    }
    if (text === undefined) {
      return 'absent';
    }
    const draft = readDraft(text);
    if (!draft) {
      this.#queue.set(name, undefined);
      void this.#queue.flush();
    }
    return draft;
  }

  /** The time of each draft, in milliseconds since the epoch, by name. */
  #times(files: readonly DraftFile[]): ReadonlyMap<string, number> {
    return new Map([
      ...files.map(({ name, modified }) => [name, modified] as const),
      ...[...this.#cached].map(([name, { draft }]) => [name, draft.at] as const),
    ]);
  }

  /** The time of the last clearing, in milliseconds since the epoch. A time in the future comes from a wrong clock and is ignored. */
  #clearedAt(): number {
    try {
      const at = this.#context.files.clearedAt() ?? Number.NEGATIVE_INFINITY;
      return at <= this.#context.clock.now() ? at : Number.NEGATIVE_INFINITY;
    } catch {
      return Number.NEGATIVE_INFINITY;
    }
  }

  #list(): readonly DraftFile[] {
    try {
      return this.#context.files.list();
    } catch {
      return [];
    }
  }

  /** False also for a time in the near future, because the clock may have been set back. */
  #isOld({ at }: Draft): boolean {
    return Math.abs(this.#context.clock.now() - at) > draftLifetimeMs;
  }

  #withFreshSecrets(draft: Draft): Draft | undefined {
    const isFresh = Math.abs(this.#context.clock.now() - draft.at) <= secretLifetimeMs;
    return isFresh || !hasSecretValues(draft) ? draft : withoutSecretValues(draft);
  }

  async #markWritten(name: string): Promise<void> {
    const cached = this.#cached.get(name);
    if (cached && !cached.isWritten) {
      cached.isWritten = true;
      await this.#deleteExcess();
    }
  }

  #markUnwritten(name: string): void {
    const cached = this.#cached.get(name);
    if (cached) {
      cached.isWritten = false;
    }
  }

  /** Deletes the oldest drafts beyond `maxDrafts`. */
  async #deleteExcess(): Promise<void> {
    const excess = [...this.#list()].sort((a, b) => b.modified - a.modified).slice(maxDrafts);
    for (const { name } of excess) {
      await this.#context.files.delete(name).catch(() => undefined);
    }
  }
}

/** The approximate size in UTF-16 code units. */
function sizeOf({ content }: Draft): number {
  return content.kind === 'json'
    ? content.text.length
    : content.values.reduce((sum, [name, input]) => sum + name.length + Math.max(typedLength(input), 100), 0);
}
