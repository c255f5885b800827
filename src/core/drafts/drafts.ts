import type { Disposable } from '#core/common/events.ts';
import { type Draft, type DraftContent, withoutSecretValues } from './draft.ts';
import { type DraftKey, draftFileName, draftGroupOf } from './draftKey.ts';
import { draftCleanupMs, secretCleanupMs } from './draftLimits.ts';
import { DraftStore, type DraftStoreContext } from './draftStore.ts';

/** The number of slots that are searched for a draft, because several forms with the same key may have been open at once. */
const maxSlots = 10;

/** The draft that was found when a form was opened. */
export interface FoundDraft extends Draft {
  /** True if the draft belongs to the same form under another message of the server. */
  readonly otherMessage: boolean;
  /** The age of the draft, in minutes. */
  readonly minutes: number;
}

/** The drafts of forms, stored until the same form is shown again. */
export class Drafts {
  readonly #store: DraftStore;
  readonly #context: DraftStoreContext;
  /** The drafts of the open forms, by name. */
  readonly #openDrafts = new Map<string, OpenDraft>();
  /** The time at which a form of a group was last sent, in milliseconds since the epoch. */
  readonly #sentAt = new Map<string, number>();

  constructor(context: DraftStoreContext) {
    this.#context = context;
    this.#store = new DraftStore(context);
  }

  /**
   * Opens the draft of a form. `newerThanSent`: finds only a draft that is newer than the last sent answer, because the form is
   * filled in with this answer.
   */
  open(key: DraftKey, newerThanSent = false): OpenDraft {
    const group = draftGroupOf(key);
    let slot = 0;
    while (this.#openDrafts.has(draftFileName(group, key.message, slot))) {
      slot += 1;
    }
    const name = draftFileName(group, key.message, slot);
    const sentAt = newerThanSent ? (this.#sentAt.get(group) ?? this.#context.clock.now()) : Number.NEGATIVE_INFINITY;
    const opened = new OpenDraft({
      store: this.#store,
      clock: this.#context.clock,
      name,
      found: this.#findDraft(group, key.message, name, sentAt),
      ownerOf: (draftName) => this.#openDrafts.get(draftName),
      onClose: () => this.#openDrafts.delete(name),
      onSent: () => this.#sentAt.set(group, this.#context.clock.now()),
    });
    this.#openDrafts.set(name, opened);
    return opened;
  }

  /** The number of drafts of all windows. Throws if that is unknown. */
  get count(): number {
    return this.#store.count;
  }

  /** Removes all drafts of all windows. Open forms do not change. Resolves to the number of remaining files; rejects if it is unknown. */
  clear(): Promise<number> {
    return this.#store.clear();
  }

  /** Removes secrets from memory that are too old. */
  forgetSecrets(): void {
    this.#store.forgetSecrets();
  }

  /** Calls `DraftStore.cleanUp`. To be called at each start and once an hour. Never rejects. */
  cleanUp(): Promise<void> {
    return this.#store.cleanUp();
  }

  /** Writes all changes at once. Never rejects. */
  flush(): Promise<void> {
    return this.#store.flush();
  }

  /** Finds the draft under the same message, otherwise the newest of the group without an open form, which is only offered. */
  #findDraft(group: string, message: string | undefined, name: string, sentAt: number): FoundInStore | undefined {
    const sameMessage = Array.from({ length: maxSlots }, (_, slot) => draftFileName(group, message, slot));
    const candidates = new Set([name, ...sameMessage, ...this.#store.names(group)]);
    for (const candidate of candidates) {
      const isFree = candidate === name || !this.#openDrafts.has(candidate);
      const stored = isFree ? this.#store.get(candidate) : undefined;
      const otherMessage = candidate !== name && !sameMessage.includes(candidate);
      // Another message may ask for something else, so secrets are offered only under the message for which they were entered.
      const draft = stored && otherMessage ? withoutSecretValues(stored) : stored;
      if (draft && draft.at > sentAt) {
        return { name: candidate, draft, otherMessage };
      }
    }
    return undefined;
  }
}

interface FoundInStore {
  readonly name: string;
  readonly draft: Draft;
  readonly otherMessage: boolean;
}

interface OpenDraftContext {
  readonly store: DraftStore;
  readonly clock: DraftStoreContext['clock'];
  readonly name: string;
  readonly found: FoundInStore | undefined;
  ownerOf(name: string): OpenDraft | undefined;
  onClose(): void;
  onSent(): void;
}

/** The draft of one form while the form is open. It is still saved shortly after the form was closed, with the last input. */
export class OpenDraft {
  readonly #context: OpenDraftContext;
  /** The name under which the found draft is stored, if it is another name and its content is in the form. */
  #originalName: string | undefined;
  #draft: Draft | undefined;

  constructor(context: OpenDraftContext) {
    this.#context = context;
    if (!context.found?.otherMessage) {
      this.useFound();
    }
  }

  /** Registers that the found draft was put into the form: automatically under the same message, otherwise by the user. */
  useFound(): void {
    const { found, name } = this.#context;
    this.#draft ??= found?.draft;
    this.#originalName = found?.name === name ? undefined : found?.name;
  }

  /** The draft that was found when the form was opened. */
  get found(): FoundDraft | undefined {
    const { found, clock } = this.#context;
    if (!found) {
      return undefined;
    }
    const minutes = Math.max(0, Math.floor((clock.now() - found.draft.at) / 60_000));
    return { ...found.draft, minutes, otherMessage: found.otherMessage };
  }

  /** Stores the content of the form. `secrets`: the names of the fields that must not be written to a file. */
  save(content: DraftContent, secrets: readonly string[]): void {
    const { store, clock, name } = this.#context;
    if (this.#ownsDraft()) {
      this.#draft = { at: clock.now(), content, secrets };
      store.put(name, this.#draft);
    }
  }

  /** Removes the draft, because the form has no changes. A draft that was found under another message stays. */
  remove(): void {
    if (this.#ownsDraft()) {
      this.#draft = undefined;
      this.#context.store.remove(this.#context.name);
    }
  }

  /** Closes the draft together with its form, and writes it at once. */
  close(): void {
    if (this.#context.ownerOf(this.#context.name) === this) {
      this.#context.onClose();
    }
    void this.#context.store.flush();
  }

  /** Writes the draft at once, because the form is being sent and this may fail. */
  flush(): void {
    void this.#context.store.flush();
  }

  /** Removes the draft and closes it, because the form was sent. */
  closeSent(): void {
    this.#removeOriginal();
    this.remove();
    this.#context.onSent();
    this.close();
  }

  /** Closes the draft, because the user declined. Removes its file and its secrets, and keeps the rest in memory. */
  closeDeclined(): void {
    const { store, name } = this.#context;
    const draft = this.#draft;
    this.#removeOriginal();
    this.remove();
    if (draft) {
      store.putInMemory(name, draft);
    }
    this.close();
  }

  /** False if the draft belongs to another form with the same key, which was opened after this form was closed. */
  #ownsDraft(): boolean {
    const owner = this.#context.ownerOf(this.#context.name);
    return owner === undefined || owner === this;
  }

  #removeOriginal(): void {
    if (this.#originalName !== undefined && !this.#context.ownerOf(this.#originalName)) {
      this.#context.store.remove(this.#originalName);
    }
  }
}

/** Removes old drafts and secrets in the background until it is disposed. Does not keep the process alive. */
export function startDraftCleanup(drafts: Drafts): Disposable {
  void drafts.cleanUp();
  const timers = [
    setInterval(() => drafts.forgetSecrets(), secretCleanupMs).unref(),
    setInterval(() => void drafts.cleanUp(), draftCleanupMs).unref(),
  ];
  return { dispose: () => timers.forEach((timer) => void clearInterval(timer)) };
}
