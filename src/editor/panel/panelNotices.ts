import type { Notice } from '#bridge/messages.ts';
import type { CallRequest } from '#core/model/call.ts';

const MOST = 3;

/** A call whose question went away while the person answered it. */
interface LostCall {
  readonly serverId: string;
  readonly request: CallRequest;
}

interface Said {
  readonly notice: Notice;
  readonly about: string | undefined;
  readonly lost: LostCall | undefined;
}

/** What happened, said above the screen until it is dismissed: the newest three. */
export class PanelNotices {
  #notices: readonly Said[] = [];
  #count = 0;

  get all(): Notice[] {
    return this.#notices.map(({ notice }) => notice);
  }

  /**
   * `about`: a question's id; what is said of it takes the place of what was said before. `lost`: the call that is
   * offered to be run again.
   */
  show(
    notice: Omit<Notice, 'id' | 'runAgain'>,
    { about, lost }: { about?: string; lost?: LostCall | undefined } = {},
  ): void {
    const known = about === undefined ? undefined : this.#notices.find((said) => said.about === about);
    this.#count += 1;
    const id = known?.notice.id ?? `notice-${this.#count}`;
    const said = { notice: { ...notice, id, ...(lost && { runAgain: true as const }) }, about, lost };
    this.#notices = known
      ? this.#notices.map((other) => (other === known ? said : other))
      : [...this.#notices, said].slice(-MOST);
  }

  /** Takes a notice away. Returns the call that it offered to run again. */
  dismiss(id: string): LostCall | undefined {
    const lost = this.#notices.find(({ notice }) => notice.id === id)?.lost;
    this.#notices = this.#notices.filter(({ notice }) => notice.id !== id);
    return lost;
  }

  clear(): void {
    this.#notices = [];
  }
}
