import { ProtocolError } from '@modelcontextprotocol/client';
import { callCancelled } from '#core/common/errors.ts';
import type { RateVerdict } from '#core/guard/rateLimiter.ts';
import type { Call } from '#core/model/call.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { OpenedPages } from './openedPages.ts';
import { refusedElicitation } from './refusedElicitation.ts';

/** The requests of one round, or of one list of required URLs, while the rate limit withholds them. */
interface WithheldRequests {
  /** Absent: no call waits for them. */
  readonly call: Call | undefined;
  readonly count: number;
  readonly reason: Refused['reason'];
  /** Fires when their answers are not needed any more. */
  readonly signal: AbortSignal;
}

type Refused = Extract<RateVerdict, { ok: false }>;

/** The error for a request over the rate limit, outside of what JSON-RPC reserves. */
const limitedCode = -31001;

/** Applies the rate limits to the requests of one server. */
export class Admission {
  readonly #context: ElicitationContext;
  readonly #pages: Pick<OpenedPages, 'suspend'>;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(context: ElicitationContext, pages: Pick<OpenedPages, 'suspend'>) {
    this.#context = context;
    this.#pages = pages;
  }

  /** What `admit` would return at the moment, without counting: it is called before a request is read, which takes time. */
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
   * Runs `work` after all earlier `work` has ended. A round is checked, read and counted before the next one is checked,
   * although reading yields to the event loop.
   */
  runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /**
   * Reads and counts a pushed request. A request over the limit is refused unread. One that cannot be read counts towards a
   * limit of its own: after thirty of them in a minute the others are refused unread.
   * @throws ProtocolError -31001 with if to ask again; what `read` throws
   */
  admitPushed<T>(call: Call | undefined, read: () => T): T {
    const verdict = this.peek(call);
    const request = verdict.ok ? this.#read(read) : refusal(verdict);
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
   * Suspends the call until the user lets the withheld requests pass, or allows all requests of this server.
   * @throws HostError `CallCancelled` if the user stops the call; the reason of `signal` when that fires
   */
  async waitUntilAllowed({ call, count, reason, signal }: WithheldRequests): Promise<void> {
    const { rateLimiter, suspendedCalls } = this.#context;
    const withheld = { requests: count, reason };
    const suspended = this.#pages.suspend(call, { openedPages: [], resends: true, withheld });
    const allowing = rateLimiter.onDidChange((id) => {
      if (id === this.#serverId && rateLimiter.report(id).allowed) {
        suspendedCalls.continue(suspended.id);
      }
    });
    try {
      if ((await suspended.next(signal)) === 'stop') {
        throw callCancelled();
      }
    } finally {
      allowing.dispose();
      suspended.close();
    }
  }

  get #serverId(): string {
    return this.#context.attribution().id;
  }
}

function refusal({ reason, limit, retryAfterMs }: Refused): ProtocolError {
  const why = reason === 'muted' ? 'This server is muted.' : 'This server asks too often.';
  const words = `${why} Ask again after ${retryAfterMs} ms.`;
  return refusedElicitation(limitedCode, words, { limits: [limit], unread: true }, { reason, retryAfterMs });
}
