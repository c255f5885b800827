import type { Notice } from '#bridge/messages.ts';
import type { CallRequest } from '#core/model/call.ts';

const maxNotices = 3;

/** A call that the notice offers to run again: its request was withdrawn while the user answered it. */
interface CallToRepeat {
  readonly serverId: string;
  readonly request: CallRequest;
}

interface NoticeEntry {
  readonly notice: Notice;
  readonly requestId: string | undefined;
  readonly callToRepeat: CallToRepeat | undefined;
}

/** The notices above the screen: the newest three, each until it is dismissed. */
export class NoticeCards {
  #entries: readonly NoticeEntry[] = [];
  #count = 0;

  get all(): Notice[] {
    return this.#entries.map(({ notice }) => notice);
  }

  /** Adds a notice. One about the same request is replaced. */
  show(
    notice: Omit<Notice, 'id' | 'runAgain'>,
    { requestId, callToRepeat }: { requestId?: string; callToRepeat?: CallToRepeat | undefined } = {},
  ): void {
    const known = requestId === undefined ? undefined : this.#entries.find((entry) => entry.requestId === requestId);
    this.#count += 1;
    const id = known?.notice.id ?? `notice-${this.#count}`;
    const shown = { ...notice, id, ...(callToRepeat && { runAgain: true as const }) };
    const entry = { notice: shown, requestId, callToRepeat };
    this.#entries = known
      ? this.#entries.map((other) => (other === known ? entry : other))
      : [...this.#entries, entry].slice(-maxNotices);
  }

  /** Removes a notice. Returns the call that it offered to run again. */
  dismiss(id: string): CallToRepeat | undefined {
    const callToRepeat = this.#entries.find(({ notice }) => notice.id === id)?.callToRepeat;
    this.#entries = this.#entries.filter(({ notice }) => notice.id !== id);
    return callToRepeat;
  }

  clear(): void {
    this.#entries = [];
  }
}
