import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Event } from '#core/common/events.ts';
import type { ParsedUrl } from '#core/guard/url/readUrl.ts';
import type { Attribution, CallReference } from '#core/model/elicitationRequest.ts';

/**
 * A call that waits, though not for an answer: until the server reports pages complete that the user has opened, until the
 * user allows withheld requests, or before another retry that the server requires. The user can continue or stop the call at
 * any time.
 * Source: MCP specification, client/elicitation, "Completion Notifications for URL Mode Elicitation": manual controls
 * that let the user retry or cancel the original request.
 */
export interface SuspendedCall {
  /** Unique in this window. */
  readonly id: string;
  readonly server: Attribution;
  /** The suspended call, if known. */
  readonly call?: CallReference | undefined;
  /** Pages that were opened with the user's consent; empty if the call waits for another reason. */
  readonly openedPages: readonly OpenedPage[];
  /** True if continuing sends something to the server; false if the server goes on anyway and continuing only hides the card. */
  readonly resends: boolean;
  /** True if continuing replies `accept` to the request of the page, and stopping `cancel`: the reply waits for the page. */
  readonly answersRequest?: true | undefined;
  /** The number of times the call was sent again without progress. */
  readonly attempts: number;
  /** True while the call is being sent again. */
  readonly retrying: boolean;
  /** Requests that are not shown yet, because the server is muted or has exceeded its rate limit. */
  readonly withheld?: WithheldRequests | undefined;
}

interface WithheldRequests {
  readonly requests: number;
  readonly reason: 'rate_limited' | 'muted';
}

export interface OpenedPage {
  /** The URL as received, which is also how it was opened. */
  readonly url: string;
  readonly parsedUrl: ParsedUrl;
  /** The server's message. */
  readonly message: string;
  readonly elicitationId?: string | undefined;
  /** True if the server has reported the page complete. */
  readonly done: boolean;
}

/** `elapsed`: the time to wait is over. `continue`, `stop`: the user's choice. */
export type ResumeAction = 'continue' | 'stop' | 'elapsed';

interface OpenSuspension {
  suspendedCall: SuspendedCall;
  /** Aborted with the user's choice as the reason. */
  choice: AbortController;
  readonly end: (() => void) | undefined;
}

/** The suspended calls, oldest first. */
export class SuspendedCalls {
  readonly #open = new Map<string, OpenSuspension>();
  readonly #changed = new Emitter<void>();

  readonly onDidChange: Event<void> = this.#changed.event;

  get all(): readonly SuspendedCall[] {
    return [...this.#open.values()].map(({ suspendedCall }) => suspendedCall);
  }

  get(id: string): SuspendedCall | undefined {
    return this.#open.get(id)?.suspendedCall;
  }

  /**
   * Suspends a call. If the user stops the call, `end` is called, even while the call is being sent again. Without `end`, the
   * current or next wait of the handle returns `stop`.
   */
  open(
    suspended: Pick<SuspendedCall, 'server' | 'call' | 'openedPages' | 'resends' | 'answersRequest' | 'withheld'>,
    end?: () => void,
  ): SuspendedCallHandle {
    const id = randomUUID();
    this.#open.set(id, {
      suspendedCall: { attempts: 0, retrying: false, ...suspended, id },
      choice: new AbortController(),
      end,
    });
    this.#changed.fire();
    return {
      id,
      next: (signal, ms) => this.#next(id, signal, ms),
      update: (changes) => this.#update(id, changes),
      close: () => {
        if (this.#open.delete(id)) {
          this.#changed.fire();
        }
      },
    };
  }

  /** Continues the call, because the user requests it. False if the call is no longer suspended. */
  continue(id: string): boolean {
    return this.#choose(id, 'continue');
  }

  /** Stops the call, because the user requests it. False if the call is no longer suspended. */
  stop(id: string): boolean {
    const end = this.#open.get(id)?.end;
    if (!end) {
      return this.#choose(id, 'stop');
    }
    end();
    return true;
  }

  #choose(id: string, action: ResumeAction): boolean {
    const suspension = this.#open.get(id);
    suspension?.choice.abort(action);
    return suspension !== undefined;
  }

  async #next(id: string, signal: AbortSignal, ms: number | undefined): Promise<ResumeAction> {
    const suspension = this.#open.get(id);
    if (!suspension) {
      return 'stop';
    }
    const { choice } = suspension;
    const either = AbortSignal.any([signal, choice.signal]);
    try {
      if (ms !== undefined) {
        await delay(ms, undefined, { signal: either });
        return 'elapsed';
      }
      return await new Promise<never>((_resolve, reject) => {
        if (either.aborted) {
          reject(either.reason);
        }
        either.addEventListener('abort', () => reject(either.reason), { once: true });
      });
    } catch (error) {
      signal.throwIfAborted();
      const { reason } = choice.signal;
      if (reason !== 'continue' && reason !== 'stop') {
        throw error;
      }
      suspension.choice = new AbortController();
      return reason;
    }
  }

  #update(id: string, changes: Partial<Pick<SuspendedCall, 'openedPages' | 'attempts' | 'retrying'>>): void {
    const suspension = this.#open.get(id);
    if (suspension) {
      suspension.suspendedCall = { ...suspension.suspendedCall, ...changes };
      this.#changed.fire();
    }
  }
}

/** The handle of a suspended call. Its owner must close it. */
export interface SuspendedCallHandle {
  readonly id: string;
  /**
   * Waits for the user's next action, or at most `ms` milliseconds. An action before the wait is returned by the wait.
   * @throws the signal's reason if the signal is aborted first
   */
  next(signal: AbortSignal, ms?: number): Promise<ResumeAction>;
  update(changes: Partial<Pick<SuspendedCall, 'openedPages' | 'attempts' | 'retrying'>>): void;
  close(): void;
}
