import type { Disposable } from '#core/common/events.ts';
import { type Draft, type DraftContent, withoutSecretValues } from './draft.ts';
import { type DraftKey, draftFileName, draftGroupOf } from './draftKey.ts';
import { draftCleanupMs, secretCleanupMs } from './draftLimits.ts';
import { DraftStore, type DraftStoreContext } from './draftStore.ts';

/** How many slots are searched for a draft of the sameMessage key: several forms with the sameMessage key may have been open at once. */
const maxSlots = 10;

/** The draft that was found when a form was opened. */
export interface FoundDraft extends Draft {
  /** It was typed under another message of the server. */
  readonly otherMessage: boolean;
  /** Its age. */
  readonly minutes: number;
}

/** What the user typed into forms and did not send, stored until the sameMessage form is shown again. */
export class Drafts {
  readonly #store: DraftStore;
  readonly #context: DraftStoreContext;
  /** The drafts of the open forms, by name. */
  readonly #owners = new Map<string, OpenDraft>();
  /** The time at which a form of a group was last sent, in milliseconds since the epoch. */
  readonly #sent = new Map<string, number>();

  constructor(context: DraftStoreContext) {
    this.#context = context;
    this.#store = new DraftStore(context);
  }

  /**
   * Opens the draft of a form. `newerThanSent`: the form is filled with what was sent last, so find only a draft that was typed after
   * that.
   */
  open(key: DraftKey, newerThanSent = false): OpenDraft {
    const group = draftGroupOf(key);
    let slot = 0;
    while (this.#owners.has(draftFileName(group, key.message, slot))) {
      slot += 1;
    }
    const name = draftFileName(group, key.message, slot);
    const sent = newerThanSent ? (this.#sent.get(group) ?? this.#context.clock.now()) : Number.NEGATIVE_INFINITY;
    const opened = new OpenDraft({
      store: this.#store,
      clock: this.#context.clock,
      name,
      found: this.#findDraft(group, key.message, name, sent),
      ownerOf: (one) => this.#owners.get(one),
      closed: () => this.#owners.delete(name),
      sent: () => this.#sent.set(group, this.#context.clock.now()),
    });
    this.#owners.set(name, opened);
    return opened;
  }

  /** The number of drafts of all windows. Throws if that is unknown. */
  get count(): number {
    return this.#store.count;
  }

  /** Removes all drafts of all windows. Open forms stay as they are. Resolves to the number of files left; rejects if that is unknown. */
  clear(): Promise<number> {
    return this.#store.clear();
  }

  /** Removes secrets that were typed too long ago from memory. */
  forgetSecrets(): void {
    this.#store.forgetSecrets();
  }

  /** As in `DraftStore`: at every start and once an hour. Never rejects. */
  cleanUp(): Promise<void> {
    return this.#store.cleanUp();
  }

  /** Writes all changes at once. Never rejects. */
  flush(): Promise<void> {
    return this.#store.flush();
  }

  /** The draft under the sameMessage message; else the newest of the group without an open form, which is only offered. */
  #findDraft(group: string, message: string | undefined, name: string, sent: number): FoundInStore | undefined {
    const sameMessage = Array.from({ length: maxSlots }, (_, slot) => draftFileName(group, message, slot));
    const candidates = new Set([name, ...sameMessage, ...this.#store.names(group)]);
    for (const candidate of candidates) {
      const isFree = candidate === name || !this.#owners.has(candidate);
      const stored = isFree ? this.#store.get(candidate) : undefined;
      const otherWords = candidate !== name && !sameMessage.includes(candidate);
      // Another message may ask for something else: offer secrets only under the message for which they were typed.
      const draft = stored && otherWords ? withoutSecretValues(stored) : stored;
      if (draft && draft.at > sent) {
        return { name: candidate, draft, otherMessage: otherWords };
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
  closed(): void;
  sent(): void;
}

/** The draft of one form while it is open, and a moment longer for the last keystrokes. */
export class OpenDraft {
  readonly #context: OpenDraftContext;
  /** The other name under which the draft was found, if its content is in the form. */
  #elsewhere: string | undefined;
  #draft: Draft | undefined;

  constructor(context: OpenDraftContext) {
    this.#context = context;
    if (!context.found?.otherMessage) {
      this.useFound();
    }
  }

  /** The found draft has been put into the form: automatically under the sameMessage message, else by the user. */
  useFound(): void {
    const { found, name } = this.#context;
    this.#draft ??= found?.draft;
    this.#elsewhere = found?.name === name ? undefined : found?.name;
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

  /** Stores the present content of the form. `secrets`: the names of the fields that must not be written to a file. */
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

  /** The form is closed. Writes its draft at once. */
  close(): void {
    if (this.#context.ownerOf(this.#context.name) === this) {
      this.#context.closed();
    }
    void this.#context.store.flush();
  }

  /** The form is being sent, which may fail. Writes its draft at once. */
  sending(): void {
    void this.#context.store.flush();
  }

  /** The form was sent. Removes its draft. */
  sent(): void {
    this.#removeElsewhere();
    this.remove();
    this.#context.sent();
    this.close();
  }

  /** The user declined. Removes the draft's file and its secrets, and keeps the rest in memory. */
  declined(): void {
    const { store, name } = this.#context;
    const draft = this.#draft;
    this.#removeElsewhere();
    this.remove();
    if (draft) {
      store.putInMemory(name, draft);
    }
    this.close();
  }

  /** False if this form was closed and another one with the sameMessage key was opened since: the draft belongs to that one. */
  #ownsDraft(): boolean {
    const owner = this.#context.ownerOf(this.#context.name);
    return owner === undefined || owner === this;
  }

  #removeElsewhere(): void {
    if (this.#elsewhere !== undefined && !this.#context.ownerOf(this.#elsewhere)) {
      this.#context.store.remove(this.#elsewhere);
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
