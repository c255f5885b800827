import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Event } from '#core/common/events.ts';
import type { ReadUrl } from '#core/guard/url/readUrl.ts';
import type { Attribution, CallReference } from '#core/model/elicitationRequest.ts';

/**
 * A call that waits for something else than an answer: for pages that the user has opened and the server has not reported
 * complete, for the user to allow withheld requests, or because the server repeatedly requires a retry. The user can continue
 * or stop it at any time.
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
  /** True if continuing sends the call again; false if the server continues by itself and continuing only ends the suspension. */
  readonly resends: boolean;
  /** How often the call was sent again without progress. */
  readonly attempts: number;
  /** The call is being sent again right now. */
  readonly retrying: boolean;
  /** Requests that are not shown yet, because the server is muted or has exceeded its rate limit. */
  readonly withheld?: WithheldRequests | undefined;
}

interface WithheldRequests {
  readonly requests: number;
  readonly reason: 'rate_limited' | 'muted';
}

export interface OpenedPage {
  /** As received, and as opened. */
  readonly url: string;
  /** The parts of `url`. */
  readonly reading: ReadUrl;
  /** The server's message. */
  readonly message: string;
  readonly elicitationId?: string | undefined;
  /** The server has reported it complete. */
  readonly done: boolean;
}

/** `elapsed`: the wait timed out. `continue`, `stop`: the user's choice. */
export type ResumeAction = 'continue' | 'stop' | 'elapsed';

interface OpenSuspension {
  suspendedCall: SuspendedCall;
  step: AbortController;
  readonly end: (() => void) | undefined;
}

/** The suspended calls, oldest first. */
export class SuspendedCalls {
  readonly #open = new Map<string, OpenSuspension>();
  readonly #changed = new Emitter<void>();

  readonly onDidChange: Event<void> = this.#changed.event;

  get all(): readonly SuspendedCall[] {
    return [...this.#open.values()].map(({ suspendedCall: hold }) => hold);
  }

  get(id: string): SuspendedCall | undefined {
    return this.#open.get(id)?.suspendedCall;
  }

  /**
   * Suspends a call. `end` ends the call when the user stops it, even while it is being sent again. Without `end`, the current
   * or next wait of the handle returns `stop`.
   */
  open(
    suspended: Pick<SuspendedCall, 'server' | 'call' | 'openedPages' | 'resends' | 'withheld'>,
    end?: () => void,
  ): SuspendedCallHandle {
    const id = randomUUID();
    this.#open.set(id, {
      suspendedCall: { attempts: 0, retrying: false, ...suspended, id },
      step: new AbortController(),
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

  /** The user continues the call. False when it is not suspended any more. */
  continue(id: string): boolean {
    return this.#step(id, 'continue');
  }

  /** The user stops the call. False when it is not suspended any more. */
  stop(id: string): boolean {
    const end = this.#open.get(id)?.end;
    if (!end) {
      return this.#step(id, 'stop');
    }
    end();
    return true;
  }

  #step(id: string, step: ResumeAction): boolean {
    const open = this.#open.get(id);
    open?.step.abort(step);
    return open !== undefined;
  }

  async #next(id: string, signal: AbortSignal, ms: number | undefined): Promise<ResumeAction> {
    const open = this.#open.get(id);
    if (!open) {
      return 'stop';
    }
    const { step } = open;
    const either = AbortSignal.any([signal, step.signal]);
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
      const { reason } = step.signal;
      if (reason !== 'continue' && reason !== 'stop') {
        throw error;
      }
      open.step = new AbortController();
      return reason;
    }
  }

  #update(id: string, changes: Partial<Pick<SuspendedCall, 'openedPages' | 'attempts' | 'retrying'>>): void {
    const open = this.#open.get(id);
    if (open) {
      open.suspendedCall = { ...open.suspendedCall, ...changes };
      this.#changed.fire();
    }
  }
}

/** The handle of a suspended call. Its owner must close it. */
export interface SuspendedCallHandle {
  readonly id: string;
  /**
   * Waits for the user's next action, at most `ms` milliseconds if given. An action before the wait is not lost. Rejects with
   * the signal's reason when that fires first.
   */
  next(signal: AbortSignal, ms?: number): Promise<ResumeAction>;
  update(changes: Partial<Pick<SuspendedCall, 'openedPages' | 'attempts' | 'retrying'>>): void;
  close(): void;
}
