import { Envelope } from '#proxy/wire/envelope.ts';
import { callKind } from './callTable.ts';
import { metaKeys } from './jsonRpc.ts';
import type { Session } from './session.ts';
import type { WindowSide } from './windowSide.ts';

/**
 * How long a request waits for a window whose socket is open: a busy window takes longer than 300 ms to answer. Codex begins its
 * turn without a server that is not ready in 1.3 s.
 */
const maxWaitMs = 1000;

/**
 * Holds the agent's lines back while it is not known whether a window is open, because that decides what a request declares: the
 * first request of a session, and from 2026-07-28 on each call while no window is open. Keeps the order of the lines.
 */
export class AgentGate {
  readonly #session: Session;
  readonly #window: WindowSide;
  readonly #onHeld: (request: Envelope) => void;
  readonly #onLine: (line: Buffer, message: Envelope | undefined) => void;
  readonly #lines: Buffer[] = [];
  /** When the wait began; `undefined` while lines pass. */
  #closedAt: number | undefined;
  #waitedMs = 0;
  #hasOpened = false;

  /**
   * @param onHeld is called with a request before a window is looked for
   * @param onLine is called with each line that passes
   */
  constructor(
    session: Session,
    window: WindowSide,
    onHeld: (request: Envelope) => void,
    onLine: (line: Buffer, message: Envelope | undefined) => void,
  ) {
    this.#session = session;
    this.#window = window;
    this.#onHeld = onHeld;
    this.#onLine = onLine;
  }

  get isClosed(): boolean {
    return this.#closedAt !== undefined;
  }

  /** A clock that stands still while the agent's lines wait: how long the agent took for an answer does not include the wait. */
  get agentTime(): number {
    return (this.#closedAt ?? this.#session.now) - this.#waitedMs;
  }

  push(line: Buffer): void {
    this.#lines.push(line);
    if (!this.isClosed) this.#release(false);
  }

  /** Ends the wait, if there is one. */
  open(): void {
    if (this.#closedAt === undefined) return;
    this.#session.deadlines.clear('gate');
    this.#waitedMs += this.#session.now - this.#closedAt;
    this.#closedAt = undefined;
    this.#hasOpened = true;
    this.#release(true);
  }

  /** @param hasWaited true if the first line has waited */
  #release(hasWaited: boolean): void {
    let mayWait = !hasWaited;
    for (let line = this.#lines[0]; line; line = this.#lines[0]) {
      const message = Envelope.read(line);
      if (message && mayWait && this.#mustWait(message)) {
        this.#close(message);
        return;
      }
      mayWait = true;
      this.#lines.shift();
      this.#onLine(line, message);
    }
  }

  #mustWait(message: Envelope): boolean {
    if (message.method === undefined || message.id === undefined || this.#window.link !== undefined) return false;
    return !this.#hasOpened || (callKind(message.method) !== undefined && message.has(metaKeys.capabilities));
  }

  #close(request: Envelope): void {
    this.#closedAt = this.#session.now;
    this.#onHeld(request);
    this.#window.seek(0);
    this.#session.deadlines.set('gate', this.#session.now + maxWaitMs, () => this.open());
  }
}
