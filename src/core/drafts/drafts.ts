import { type Draft, type DraftContent, withoutSecretValues } from './draft.ts';
import { type DraftKey, draftFileName, draftGroupOf } from './draftKey.ts';
import { DraftStore, type DraftStorePorts } from './draftStore.ts';

/** Forms with the very same words that are looked for, when several of them were open at once. */
const PLACES = 10;

/** What was there when a form was opened. */
export interface FoundDraft extends Draft {
  /** The server's words were others then. */
  readonly otherMessage: boolean;
  /** How long ago it was typed. */
  readonly minutes: number;
}

/** What people have typed and not sent, kept for when the same is asked again. */
export class Drafts {
  readonly #shelf: DraftStore;
  readonly #ports: DraftStorePorts;
  /** The drafts that a form is open for, by name. */
  readonly #owners = new Map<string, OpenDraft>();
  /** When a form of this kin was last sent, in milliseconds since the epoch. */
  readonly #sent = new Map<string, number>();

  constructor(ports: DraftStorePorts) {
    this.#ports = ports;
    this.#shelf = new DraftStore(ports);
  }

  /**
   * The draft of a form that opens. `newerThanSent`: the form begins with what was sent last, and only what was typed since
   * counts for more.
   */
  open(key: DraftKey, newerThanSent = false): OpenDraft {
    const kin = draftGroupOf(key);
    let place = 0;
    while (this.#owners.has(draftFileName(kin, key.message, place))) {
      place += 1;
    }
    const name = draftFileName(kin, key.message, place);
    const sent = newerThanSent ? (this.#sent.get(kin) ?? this.#ports.clock.now()) : Number.NEGATIVE_INFINITY;
    const opened = new OpenDraft({
      shelf: this.#shelf,
      clock: this.#ports.clock,
      name,
      found: this.#found(kin, key.message, name, sent),
      ownerOf: (one) => this.#owners.get(one),
      closed: () => this.#owners.delete(name),
      sent: () => this.#sent.set(kin, this.#ports.clock.now()),
    });
    this.#owners.set(name, opened);
    return opened;
  }

  /** How many there are, of all windows. Throws where that cannot be told. */
  get count(): number {
    return this.#shelf.count;
  }

  /**
   * Removes all of them, in all windows. What stands in an open form stays there. Resolves to how many could not be removed;
   * rejects where that cannot be told.
   */
  clear(): Promise<number> {
    return this.#shelf.clear();
  }

  /** Forgets secrets that were typed too long ago. */
  forgetSecrets(): void {
    this.#shelf.forgetSecrets();
  }

  /** Removes what is too old and was so the last time too: for every start, and once an hour. Never rejects. */
  cleanUp(): Promise<void> {
    return this.#shelf.cleanUp();
  }

  /** Writes what is not written yet. Never rejects. */
  flush(): Promise<void> {
    return this.#shelf.flush();
  }

  /** Under the same words, else the newest that no other form is open for: that one is only offered. */
  #found(kin: string, message: string | undefined, name: string, sent: number): Found | undefined {
    const same = Array.from({ length: PLACES }, (_, place) => draftFileName(kin, message, place));
    const candidates = new Set([name, ...same, ...this.#shelf.names(kin)]);
    for (const candidate of candidates) {
      const isFree = candidate === name || !this.#owners.has(candidate);
      const kept = isFree ? this.#shelf.get(candidate) : undefined;
      const otherWords = candidate !== name && !same.includes(candidate);
      // Other words may ask for something else: a secret goes only where it was typed.
      const draft = kept && otherWords ? withoutSecretValues(kept) : kept;
      if (draft && draft.at > sent) {
        return { name: candidate, draft, otherMessage: otherWords };
      }
    }
    return undefined;
  }
}

interface Found {
  readonly name: string;
  readonly draft: Draft;
  readonly otherMessage: boolean;
}

interface OpenDraftPorts {
  readonly shelf: DraftStore;
  readonly clock: DraftStorePorts['clock'];
  readonly name: string;
  readonly found: Found | undefined;
  ownerOf(name: string): OpenDraft | undefined;
  closed(): void;
  sent(): void;
}

/** The draft of one form, while that is open and, for the last keys, a moment longer. */
export class OpenDraft {
  readonly #ports: OpenDraftPorts;
  /** Where it was found, when that was under another name and what was found there is in the form. */
  #elsewhere: string | undefined;
  #draft: Draft | undefined;

  constructor(ports: OpenDraftPorts) {
    this.#ports = ports;
    if (!ports.found?.otherMessage) {
      this.use();
    }
  }

  /** What was found is in the form from now on: by itself under the same words, else because the user wants it. */
  use(): void {
    const { found, name } = this.#ports;
    this.#draft ??= found?.draft;
    this.#elsewhere = found?.name === name ? undefined : found?.name;
  }

  /** What was there when the form was opened. */
  get found(): FoundDraft | undefined {
    const { found, clock } = this.#ports;
    if (!found) {
      return undefined;
    }
    const minutes = Math.max(0, Math.floor((clock.now() - found.draft.at) / 60_000));
    return { ...found.draft, minutes, otherMessage: found.otherMessage };
  }

  /** Keeps what stands in the form now. `secrets`: the names of what must not be written. */
  keep(content: DraftContent, secrets: readonly string[]): void {
    const { shelf, clock, name } = this.#ports;
    if (this.#isMine()) {
      this.#draft = { at: clock.now(), content, secrets };
      shelf.put(name, this.#draft);
    }
  }

  /** Nothing stands in the form that would have to be kept. What was typed under other words stays theirs. */
  drop(): void {
    if (this.#isMine()) {
      this.#draft = undefined;
      this.#ports.shelf.remove(this.#ports.name);
    }
  }

  /** The form is closed, and what was typed stays. It is written at once. */
  close(): void {
    if (this.#ports.ownerOf(this.#ports.name) === this) {
      this.#ports.closed();
    }
    void this.#ports.shelf.flush();
  }

  /** The form is being sent, which may fail: what was typed is written now. */
  sending(): void {
    void this.#ports.shelf.flush();
  }

  /** The form was sent: nothing is left to be kept. */
  sent(): void {
    this.#leaveElsewhere();
    this.drop();
    this.#ports.sent();
    this.close();
  }

  /** The person refused: what they had typed is not to stay on the disk, nor its secrets anywhere. */
  declined(): void {
    const { shelf, name } = this.#ports;
    const draft = this.#draft;
    this.#leaveElsewhere();
    this.drop();
    if (draft) {
      shelf.putInMemory(name, draft);
    }
    this.close();
  }

  /** Another form may have been opened for the same since this one was closed: then it is that one's. */
  #isMine(): boolean {
    const owner = this.#ports.ownerOf(this.#ports.name);
    return owner === undefined || owner === this;
  }

  #leaveElsewhere(): void {
    if (this.#elsewhere !== undefined && !this.#ports.ownerOf(this.#elsewhere)) {
      this.#ports.shelf.remove(this.#elsewhere);
    }
  }
}
