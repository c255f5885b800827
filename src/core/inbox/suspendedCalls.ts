import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Event } from '#core/common/events.ts';
import type { ReadUrl } from '#core/guard/url/readUrl.ts';
import type { Attribution, CallReference } from '#core/model/elicitationRequest.ts';

/**
 * Something a call waits for that is no question: pages that the person has opened and that the server has not reported
 * done, questions of a server that asks too often, or a server that wants to be called again and again. The person can go on at any time, or stop.
 * Source: MCP specification, client/elicitation, "Completion Notifications for URL Mode Elicitation": manual controls
 * that let the user retry or cancel the original request.
 */
export interface SuspendedCall {
  /** Ours, unique in this window. */
  readonly id: string;
  readonly server: Attribution;
  /** The call that is held, where that can be known. */
  readonly call?: CallReference | undefined;
  /** Pages that were opened with the person's consent; empty where the server asks for nothing and still is not done. */
  readonly openedPages: readonly OpenedPage[];
  /** True where going on sends the call again; false where the server goes on by itself and going on ends the hold. */
  readonly resends: boolean;
  /** How often the call was sent again without getting further. */
  readonly attempts: number;
  /** The call is being sent again right now. */
  readonly retrying: boolean;
  /** Questions that came together and are not shown yet, because of how much the server asks. */
  readonly withheld?: WithheldRequests | undefined;
}

interface WithheldRequests {
  readonly requests: number;
  readonly reason: 'rate_limited' | 'muted';
}

export interface OpenedPage {
  /** As received, and as opened. */
  readonly url: string;
  /** `url`, taken apart. */
  readonly reading: ReadUrl;
  /** The server's words. */
  readonly message: string;
  readonly elicitationId?: string | undefined;
  /** The server said that this one is complete. */
  readonly done: boolean;
}

/** `elapsed`: the time to wait is over. `stop`: the person wants the call to end. */
export type ResumeAction = 'continue' | 'stop' | 'elapsed';

interface OpenSuspension {
  suspendedCall: SuspendedCall;
  step: AbortController;
  readonly end: (() => void) | undefined;
}

/** The calls that are held, oldest first. */
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
   * `end` ends what is held, whatever it is doing: waiting, or being sent again. Without it whoever waits is told `stop`,
   * and whoever does not is told when they wait again.
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

  /** The person says that the call may go on. False when it is not held any more. */
  continue(id: string): boolean {
    return this.#step(id, 'continue');
  }

  /** The person wants the call to end. False when it is not held any more. */
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

/** A hold, seen by whoever opened it. To be closed in the end. */
export interface SuspendedCallHandle {
  readonly id: string;
  /**
   * Waits for what the person says next, at most `ms` milliseconds where given. What was said while nobody waited is
   * not lost. Rejects with the signal's reason when that fires first.
   */
  next(signal: AbortSignal, ms?: number): Promise<ResumeAction>;
  update(changes: Partial<Pick<SuspendedCall, 'openedPages' | 'attempts' | 'retrying'>>): void;
  close(): void;
}
