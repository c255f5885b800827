import { ProtocolError } from '@modelcontextprotocol/client';
import { callCancelled } from '#core/common/errors.ts';
import type { RateVerdict } from '#core/guard/rateLimiter.ts';
import type { Call } from '#core/model/call.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { OpenedPages } from './openedPages.ts';
import { refusedElicitation } from './refusedElicitation.ts';

/** The wait of one round, or of one list of required URLs, that the rate limit withholds. */
interface AdmissionWait {
  /** The call that waits for the requests; `undefined` if there is none. */
  readonly call: Call | undefined;
  /** The number of withheld requests. */
  readonly count: number;
  readonly reason: RefusedVerdict['reason'];
  /** Aborted when the answers are no longer needed. */
  readonly signal: AbortSignal;
}

type RefusedVerdict = Extract<RateVerdict, { ok: false }>;

/** The error code for a request over the rate limit, outside the range that JSON-RPC reserves. */
export const rateLimitErrorCode = -31001;

/** Applies the rate limits to the requests of one server. */
export class Admission {
  readonly #context: ElicitationContext;
  readonly #pages: Pick<OpenedPages, 'suspend'>;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(context: ElicitationContext, pages: Pick<OpenedPages, 'suspend'>) {
    this.#context = context;
    this.#pages = pages;
  }

  /** Returns the current verdict of `admit` without counting a request. Called before a request is read, because reading takes time. */
  peek(call: Call | undefined): RateVerdict {
    const { inbox, rateLimiter } = this.#context;
    const id = this.#serverId;
    return rateLimiter.peek(id, inbox.countOf(id), call?.id);
  }

  /** Counts one request, or a whole round, and returns whether the user may be asked. */
  admit(call: Call | undefined): RateVerdict {
    const { inbox, rateLimiter } = this.#context;
    const id = this.#serverId;
    return rateLimiter.admit(id, inbox.countOf(id), call?.id);
  }

  /**
   * Runs `action` after all earlier actions have ended. So a round is checked, read and counted before the next one is
   * checked, although reading yields to the event loop.
   */
  runExclusively<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /**
   * Reads and counts a pushed request. A request over the limit is refused unread. Requests that cannot be read have a
   * separate limit: after thirty of them in a minute all others are refused unread.
   * @throws ProtocolError -31001, with the time after which the server may ask again, or the error of `read`
   */
  admitPushed<T>(call: Call | undefined, read: () => T): T {
    const verdict = this.peek(call);
    const request = verdict.ok ? this.#read(read) : rateLimitError(verdict);
    this.admit(call);
    if (request instanceof ProtocolError) {
      throw request;
    }
    return request;
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.#context.rateLimiter.countUnreadable(this.#serverId);
      throw error;
    }
  }

  /**
   * Suspends the call until the user allows the withheld requests, or all requests of this server.
   * @throws HostError `CallCancelled` if the user stops the call
   * @throws the reason of `signal` if the signal is aborted
   */
  async waitUntilAllowed({ call, count, reason, signal }: AdmissionWait): Promise<void> {
    const { rateLimiter, suspendedCalls } = this.#context;
    const withheld = { requests: count, reason };
    const suspended = this.#pages.suspend(call, { openedPages: [], resends: true, withheld });
    const subscription = rateLimiter.onDidChange((id) => {
      if (id === this.#serverId && rateLimiter.report(id).allowed) {
        suspendedCalls.continue(suspended.id);
      }
    });
    try {
      if ((await suspended.next(signal)) === 'stop') {
        throw callCancelled();
      }
    } finally {
      subscription.dispose();
      suspended.close();
    }
  }

  get #serverId(): string {
    return this.#context.attribution().id;
  }
}

function rateLimitError({ reason, limit, retryAfterMs }: RefusedVerdict): ProtocolError {
  const why = reason === 'muted' ? 'This server is muted.' : 'This server asks too often.';
  const message = `${why} Ask again after ${retryAfterMs} ms.`;
  return refusedElicitation(rateLimitErrorCode, message, { limits: [limit], unread: true }, { reason, retryAfterMs });
}
