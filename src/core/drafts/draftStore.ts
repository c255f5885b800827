import type { Clock } from '#core/common/clock.ts';
import { type Draft, hasSecretValues, readDraft, serializeDraft, withoutSecretValues } from './draft.ts';
import type { DraftFile, DraftFiles } from './draftFiles.ts';
import { draftLifetimeMs, longestDraftWriteMs, maxDrafts, maxTextInMemory, secretLifetimeMs } from './draftLimits.ts';
import { DraftWriteQueue } from './draftWriteQueue.ts';

export interface DraftStoreContext {
  readonly files: DraftFiles;
  readonly clock: Clock;
  /** `write`: a draft could not be written and is in memory only; called once. `delete`: a file could not be deleted; called once for each. */
  failed(error: unknown, work: 'write' | 'delete'): void;
}

/** A draft in memory. */
interface CachedDraft {
  readonly draft: Draft;
  readonly size: number;
  /** It is in a file too. If that file is gone, another window or the user has deleted the draft. */
  isWritten: boolean;
}

/**
 * Stores drafts by name: complete in memory and, a little later, without their secrets in files. All windows share the files; the last
 * write counts.
 */
export class DraftStore {
  readonly #context: DraftStoreContext;
  /** The newest last. */
  readonly #cached = new Map<string, CachedDraft>();
  readonly #queue: DraftWriteQueue;
  /** The names of the drafts that were too old at the last cleanup. */
  #old: ReadonlySet<string> = new Set();

  constructor(context: DraftStoreContext) {
    this.#context = context;
    this.#queue = new DraftWriteQueue({
      files: context.files,
      written: (name) => this.#written(name),
      deleting: (name) => this.#deleting(name),
      failed: (error, work) => context.failed(error, work),
    });
  }

  /** The newest draft of this name, if it is not too old. Removes one that was cleared, and a file that is not a draft. */
  get(name: string): Draft | undefined {
    const cached = this.#cached.get(name);
    const inFile = this.#queue.hasPending(name) ? undefined : this.#read(name);
    if (cached?.isWritten && inFile === 'absent') {
      this.#cached.delete(name);
      return undefined;
    }
    const isOther = typeof inFile === 'object' && (!cached || inFile.at > cached.draft.at);
    const newest = isOther ? inFile : cached?.draft;
    if (newest && newest.at <= this.#clearedAt()) {
      this.remove(name);
      return undefined;
    }
    return newest && !this.#isOld(newest) ? this.#withFreshSecrets(newest) : undefined;
  }

  /** The names with this beginning, the newest draft first. */
  names(beginning: string): readonly string[] {
    const found = [...this.#times(this.#list())].filter(([name]) => name.startsWith(beginning));
    return found.sort(([, a], [, b]) => b - a).map(([name]) => name);
  }

  /** The number of drafts. Throws the error of the file system. */
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

  /** Removes from memory the secrets that were typed too long ago, and the drafts that another window cleared. */
  forgetSecrets(): void {
    const cleared = this.#clearedAt();
    for (const [name, cached] of this.#cached) {
      const draft = cached.draft.at <= cleared ? undefined : this.#withFreshSecrets(cached.draft);
      if (!draft) {
        this.#cached.delete(name);
      } else if (draft !== cached.draft) {
        this.#cached.set(name, { ...cached, draft, size: sizeOf(draft) });
      }
    }
  }

  /**
   * Removes drafts that are too old and already were at the last cleanup (a clock may be wrong for a while), drafts beyond the limits,
   * leftover temporary files, and files that could not be deleted before. Never rejects.
   */
  async cleanUp(): Promise<void> {
    this.forgetSecrets();
    const now = this.#context.clock.now();
    const old = [...this.#times(this.#list())].flatMap(([name, at]) => (now - at > draftLifetimeMs ? [name] : []));
    const still = old.filter((name) => this.#old.has(name));
    for (const name of still) {
      this.remove(name);
    }
    this.#old = new Set(old.filter((name) => !still.includes(name)));
    await this.#queue.retry();
    await this.#makeRoom();
    await this.#context.files.sweep(now - longestDraftWriteMs).catch(() => undefined);
  }

  /** Removes all drafts, also from the memory of other windows. Resolves to the number of files left; rejects if that is unknown. */
  async clear(): Promise<number> {
    const names = [...this.#times(this.#context.files.list()).keys()];
    const at = this.#context.clock.now();
    this.#cached.clear();
    return this.#queue.replace(() => this.#clear(names, at));
  }

  async #clear(names: readonly string[], at: number): Promise<number> {
    let left = 0;
    // Keep the drafts that were typed in the meantime.
    for (const name of names.filter((one) => !this.#cached.has(one))) {
      await this.#context.files.delete(name).catch(() => {
        left += 1;
      });
    }
    await this.#context.files.markCleared(at);
    return left;
  }

  #cache(name: string, draft: Draft, isWritten: boolean): void {
    this.#cached.delete(name);
    this.#cached.set(name, { draft, size: sizeOf(draft), isWritten });
    let all = 0;
    for (const [index, [oldest, { size }]] of [...this.#cached].reverse().entries()) {
      all += size;
      if (index > 0 && (index >= maxDrafts || all > maxTextInMemory)) {
        this.#cached.delete(oldest);
      }
    }
  }

  /** `absent`: there is no such file. `undefined`: it cannot be read, or it is not a draft and is removed. */
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

  /** The time of the last clearing, in milliseconds since the epoch. A time in the future is ignored: the clock was wrong then. */
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

  /** A time in the future is accepted, because the clock may have been set back, but not beyond the lifetime of a draft. */
  #isOld({ at }: Draft): boolean {
    return Math.abs(this.#context.clock.now() - at) > draftLifetimeMs;
  }

  #withFreshSecrets(draft: Draft): Draft | undefined {
    const isFresh = Math.abs(this.#context.clock.now() - draft.at) <= secretLifetimeMs;
    return isFresh || !hasSecretValues(draft) ? draft : withoutSecretValues(draft);
  }

  async #written(name: string): Promise<void> {
    const cached = this.#cached.get(name);
    if (cached && !cached.isWritten) {
      cached.isWritten = true;
      await this.#makeRoom();
    }
  }

  #deleting(name: string): void {
    const cached = this.#cached.get(name);
    if (cached) {
      cached.isWritten = false;
    }
  }

  /** Deletes the oldest drafts beyond `maxDrafts`. */
  async #makeRoom(): Promise<void> {
    const oldest = [...this.#list()].sort((a, b) => b.modified - a.modified).slice(maxDrafts);
    for (const { name } of oldest) {
      await this.#context.files.delete(name).catch(() => undefined);
    }
  }
}

/** The approximate size in UTF-16 code units. */
function sizeOf({ content }: Draft): number {
  return content.kind === 'json'
    ? content.text.length
    : content.values.reduce(
        (sum, [name, input]) => sum + name.length + (input.kind === 'text' ? input.text.length : 100),
        0,
      );
}
