import type { ClientMessage } from '#agentProtocol/agentMessages.ts';
import type { Session } from './session.ts';

/** How long a result is kept if no window says it. */
const defaultKeepMs = 10 * 60_000;

/** The window that is asked now. A window that was left may still send messages on its older link. */
export class WindowSide {
  readonly #session: Session;
  #link: number | undefined;
  #keepMs = defaultKeepMs;

  constructor(session: Session) {
    this.#session = session;
  }

  get link(): number | undefined {
    return this.#link;
  }

  get keepMs(): number {
    return this.#keepMs;
  }

  opened(link: number, keepMs: number): void {
    this.#link = link;
    this.#keepMs = keepMs;
  }

  closed(): void {
    this.#link = undefined;
  }

  /** Has no effect if no window is open. */
  send(message: ClientMessage, link = this.#link): void {
    if (link !== undefined) this.#session.effects.add({ type: 'toWindow', link, message });
  }

  seek(forMs: number): void {
    this.#session.effects.add({ type: 'seek', forMs, reported: this.#session.peers.client });
  }
}
