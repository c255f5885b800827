import type { Notice } from '#bridge/messages.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';

const maxNotices = 3;

/** A call that the notice offers to run again: its request was withdrawn while the user answered it. */
interface CallToRepeat {
  readonly serverId: string;
  readonly request: CallRequest;
  readonly secrets?: ArgumentSecrets | undefined;
}

interface StoredNotice {
  readonly notice: Notice;
  readonly requestId: string | undefined;
  readonly callToRepeat: CallToRepeat | undefined;
}

/** The notices above the screen: the newest three, each until it is dismissed. */
export class NoticeCards {
  #notices: readonly StoredNotice[] = [];
  #count = 0;

  get all(): Notice[] {
    return this.#notices.map(({ notice }) => notice);
  }

  /** Adds a notice, in place of an earlier one about the same request. */
  show(
    notice: Omit<Notice, 'id' | 'runAgain'>,
    { requestId, callToRepeat }: { requestId?: string; callToRepeat?: CallToRepeat | undefined } = {},
  ): void {
    const earlier =
      requestId === undefined ? undefined : this.#notices.find((storedNotice) => storedNotice.requestId === requestId);
    this.#count += 1;
    const id = earlier?.notice.id ?? `notice-${this.#count}`;
    const newNotice = { ...notice, id, ...(callToRepeat && { runAgain: true as const }) };
    const storedNotice = { notice: newNotice, requestId, callToRepeat };
    this.#notices = earlier
      ? this.#notices.map((other) => (other === earlier ? storedNotice : other))
      : [...this.#notices, storedNotice].slice(-maxNotices);
  }

  /** Removes a notice. Returns the call that it offered to run again. */
  dismiss(id: string): CallToRepeat | undefined {
    const callToRepeat = this.#notices.find(({ notice }) => notice.id === id)?.callToRepeat;
    this.#notices = this.#notices.filter(({ notice }) => notice.id !== id);
    return callToRepeat;
  }

  clear(): void {
    this.#notices = [];
  }
}
