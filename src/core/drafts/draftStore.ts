import type { Clock } from '#core/common/clock.ts';
import { type Draft, hasSecretValues, readDraft, withoutSecretValues, writeDraft } from './draft.ts';
import type { DraftFile, DraftFiles } from './draftFiles.ts';
import { draftLifetimeMs, longestDraftWriteMs, mostDrafts, mostTextInMemory, secretLifetimeMs } from './draftLimits.ts';
import { DraftWriteQueue } from './draftWriteQueue.ts';

export interface DraftStorePorts {
  readonly files: DraftFiles;
  readonly clock: Clock;
  /** `write`: a draft is in memory only, told once. `delete`: one is still in its file, told once for each. */
  failed(error: unknown, work: 'write' | 'delete'): void;
}

interface Held {
  readonly draft: Draft;
  readonly size: number;
  /** It is in a file too. One that is gone from there was removed by somebody, and is forgotten here. */
  isWritten: boolean;
}

/**
 * Drafts by name: in memory as they are, in files without their secrets, and a little later. Several windows may share the
 * files: what was written last counts.
 */
export class DraftStore {
  readonly #ports: DraftStorePorts;
  /** The newest last. */
  readonly #held = new Map<string, Held>();
  readonly #writing: DraftWriteQueue;
  /** Those that were too old at the last look, by name. */
  #old: ReadonlySet<string> = new Set();

  constructor(ports: DraftStorePorts) {
    this.#ports = ports;
    this.#writing = new DraftWriteQueue({
      files: ports.files,
      written: (name) => this.#written(name),
      deleting: (name) => this.#deleting(name),
      failed: (error, work) => ports.failed(error, work),
    });
  }

  /** What was kept under this name and is not too old. What was cleared, or is no draft, is removed. */
  get(name: string): Draft | undefined {
    const held = this.#held.get(name);
    const filed = this.#writing.concerns(name) ? undefined : this.#read(name);
    if (held?.isWritten && filed === 'absent') {
      this.#held.delete(name);
      return undefined;
    }
    const isOther = typeof filed === 'object' && (!held || filed.at > held.draft.at);
    const newest = isOther ? filed : held?.draft;
    if (newest && newest.at <= this.#clearedAt()) {
      this.remove(name);
      return undefined;
    }
    return newest && !this.#isOld(newest) ? this.#withFreshSecrets(newest) : undefined;
  }

  /** The names that begin so, the newest first. */
  names(beginning: string): readonly string[] {
    const found = [...this.#times(this.#list())].filter(([name]) => name.startsWith(beginning));
    return found.sort(([, a], [, b]) => b - a).map(([name]) => name);
  }

  /** How many there are. Throws what the system throws. */
  get count(): number {
    this.forgetSecrets();
    return this.#times(this.#ports.files.list()).size;
  }

  put(name: string, draft: Draft): void {
    const isWritten = this.#held.get(name)?.isWritten ?? false;
    this.#hold(name, draft, isWritten);
    this.#writing.set(name, writeDraft(draft));
  }

  /** Keeps a draft in memory, without its secrets, and nowhere else. */
  putInMemory(name: string, draft: Draft): void {
    this.remove(name);
    const kept = withoutSecretValues(draft);
    if (kept) {
      this.#hold(name, kept, false);
    }
  }

  remove(name: string): void {
    this.#held.delete(name);
    this.#writing.set(name, undefined);
  }

  /** Writes what is not written yet. Never rejects. */
  flush(): Promise<void> {
    return this.#writing.flush();
  }

  /** Forgets, in memory, secrets that were typed too long ago, and what was cleared by another window. */
  forgetSecrets(): void {
    const cleared = this.#clearedAt();
    for (const [name, held] of this.#held) {
      const draft = held.draft.at <= cleared ? undefined : this.#withFreshSecrets(held.draft);
      if (!draft) {
        this.#held.delete(name);
      } else if (draft !== held.draft) {
        this.#held.set(name, { ...held, draft, size: sizeOf(draft) });
      }
    }
  }

  /**
   * Removes what is too old and was so the last time too, because a clock may be wrong for a while; what is too much, what
   * writing left behind, and what could not be deleted. Never rejects.
   */
  async cleanUp(): Promise<void> {
    this.forgetSecrets();
    const now = this.#ports.clock.now();
    const old = [...this.#times(this.#list())].flatMap(([name, at]) => (now - at > draftLifetimeMs ? [name] : []));
    const still = old.filter((name) => this.#old.has(name));
    for (const name of still) {
      this.remove(name);
    }
    this.#old = new Set(old.filter((name) => !still.includes(name)));
    await this.#writing.retry();
    await this.#makeRoom();
    await this.#ports.files.sweep(now - longestDraftWriteMs).catch(() => undefined);
  }

  /** Removes everything, from the memory of all windows too. How many files are left; rejects where nobody knows. */
  async clear(): Promise<number> {
    const names = [...this.#times(this.#ports.files.list()).keys()];
    const at = this.#ports.clock.now();
    this.#held.clear();
    return this.#writing.replace(() => this.#clear(names, at));
  }

  async #clear(names: readonly string[], at: number): Promise<number> {
    let left = 0;
    // What was typed meanwhile is none of those.
    for (const name of names.filter((one) => !this.#held.has(one))) {
      await this.#ports.files.delete(name).catch(() => {
        left += 1;
      });
    }
    await this.#ports.files.markCleared(at);
    return left;
  }

  #hold(name: string, draft: Draft, isWritten: boolean): void {
    this.#held.delete(name);
    this.#held.set(name, { draft, size: sizeOf(draft), isWritten });
    let all = 0;
    for (const [index, [oldest, { size }]] of [...this.#held].reverse().entries()) {
      all += size;
      if (index > 0 && (index >= mostDrafts || all > mostTextInMemory)) {
        this.#held.delete(oldest);
      }
    }
  }

  /** `absent`: there is no such file. `undefined`: there is no telling, or it was no draft and is removed. */
  #read(name: string): Draft | 'absent' | undefined {
    let text: string | undefined;
    try {
      text = this.#ports.files.read(name);
    } catch {
      return undefined;
    }
    if (text === undefined) {
      return 'absent';
    }
    const draft = readDraft(text);
    if (!draft) {
      this.#writing.set(name, undefined);
      void this.#writing.flush();
    }
    return draft;
  }

  /** When each was typed, in milliseconds since the epoch, by name. */
  #times(files: readonly DraftFile[]): ReadonlyMap<string, number> {
    return new Map([
      ...files.map(({ name, modified }) => [name, modified] as const),
      ...[...this.#held].map(([name, { draft }]) => [name, draft.at] as const),
    ]);
  }

  /** A time that is yet to come says nothing: the clock was ahead then. */
  #clearedAt(): number {
    try {
      const at = this.#ports.files.clearedAt() ?? Number.NEGATIVE_INFINITY;
      return at <= this.#ports.clock.now() ? at : Number.NEGATIVE_INFINITY;
    } catch {
      return Number.NEGATIVE_INFINITY;
    }
  }

  #list(): readonly DraftFile[] {
    try {
      return this.#ports.files.list();
    } catch {
      return [];
    }
  }

  /** A time that is yet to come is a clock that was set back, unless it is so far away that somebody made it up. */
  #isOld({ at }: Draft): boolean {
    return Math.abs(this.#ports.clock.now() - at) > draftLifetimeMs;
  }

  #withFreshSecrets(draft: Draft): Draft | undefined {
    const isFresh = Math.abs(this.#ports.clock.now() - draft.at) <= secretLifetimeMs;
    return isFresh || !hasSecretValues(draft) ? draft : withoutSecretValues(draft);
  }

  async #written(name: string): Promise<void> {
    const held = this.#held.get(name);
    if (held && !held.isWritten) {
      held.isWritten = true;
      await this.#makeRoom();
    }
  }

  #deleting(name: string): void {
    const held = this.#held.get(name);
    if (held) {
      held.isWritten = false;
    }
  }

  /** So many drafts are kept: the oldest go. */
  async #makeRoom(): Promise<void> {
    const oldest = [...this.#list()].sort((a, b) => b.modified - a.modified).slice(mostDrafts);
    for (const { name } of oldest) {
      await this.#ports.files.delete(name).catch(() => undefined);
    }
  }
}

/** UTF-16 code units, more or less. */
function sizeOf({ content }: Draft): number {
  return content.kind === 'json'
    ? content.text.length
    : content.values.reduce(
        (sum, [name, input]) => sum + name.length + (input.kind === 'text' ? input.text.length : 100),
        0,
      );
}
