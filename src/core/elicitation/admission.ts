import { ProtocolError } from '@modelcontextprotocol/client';
import { callCancelled } from '#core/common/errors.ts';
import type { RateLimiter, RateVerdict } from '#core/guard/rateLimiter.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import type { OpenedPages } from './openedPages.ts';
import { refusedElicitation } from './refusedElicitation.ts';

interface AdmissionPorts {
  readonly inbox: Pick<Inbox, 'countOf'>;
  readonly suspendedCalls: Pick<SuspendedCalls, 'continue'>;
  readonly limiter: RateLimiter;
  readonly pages: Pick<OpenedPages, 'hold'>;
  readonly serverId: () => string;
}

/** Questions that came together and are withheld. */
interface WithheldRound {
  /** Absent: it is no call that waits. */
  readonly call: Call | undefined;
  readonly questions: number;
  readonly reason: Refused['reason'];
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
}

type Refused = Extract<RateVerdict, { ok: false }>;

/** The error for a request over the rate limit, outside of what JSON-RPC reserves. */
const limitedCode = -31001;

/** Lets one server's questions pass to the person, or not. */
export class Admission {
  readonly #ports: AdmissionPorts;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ports: AdmissionPorts) {
    this.#ports = ports;
  }

  /** What `ask` would say now, which costs and counts nothing: reading comes after it, and takes time. */
  look(call: Call | undefined): RateVerdict {
    const { limiter, inbox, serverId } = this.#ports;
    const id = serverId();
    return limiter.peek(id, inbox.countOf(id), call?.id);
  }

  /** May a question, or a whole round of them, come before the person now? */
  ask(call: Call | undefined): RateVerdict {
    const { limiter, inbox, serverId } = this.#ports;
    const id = serverId();
    return limiter.admit(id, inbox.countOf(id), call?.id);
  }

  /**
   * Runs `work` when nothing else does that was begun so: a round is looked at, read and counted before the next is looked
   * at, though reading it lets others have their turn.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /**
   * Reads a pushed question and lets it pass. What is over the limit is refused unread; what cannot be read costs no
   * question, but after thirty of them in a minute nothing is read any more.
   * @throws ProtocolError -31001 with when to ask again; what `read` throws.
   */
  pushed<T>(call: Call | undefined, read: () => T): T {
    const verdict = this.look(call);
    const question = verdict.ok ? this.#read(read) : refusal(verdict);
    this.ask(call);
    if (question instanceof ProtocolError) {
      throw question;
    }
    return question;
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.#ports.limiter.countUnreadable(this.#ports.serverId());
      throw error;
    }
  }

  /**
   * Waits until the person lets the questions of a round pass, or allows everything from this server: they have no other
   * reply than an answer.
   * @throws HostError `CallCancelled` when the person stops it; the signal's reason when that fires, as it does for a call.
   */
  async wait({ call, questions, reason, signal }: WithheldRound): Promise<void> {
    const { limiter, suspendedCalls, pages, serverId } = this.#ports;
    const hold = pages.hold(call, { visits: [], resends: true, withheld: { questions, reason } });
    const allowing = limiter.onDidChange((id) => {
      if (id === serverId() && limiter.report(id).allowed) {
        suspendedCalls.continue(hold.id);
      }
    });
    try {
      if ((await hold.next(signal)) === 'stop') {
        throw callCancelled();
      }
    } finally {
      allowing.dispose();
      hold.close();
    }
  }
}

function refusal({ reason, limit, retryAfterMs }: Refused): ProtocolError {
  const why = reason === 'muted' ? 'This server is muted.' : 'This server asks too often.';
  const words = `${why} Ask again after ${retryAfterMs} ms.`;
  return refusedElicitation(limitedCode, words, { limits: [limit], unread: true }, { reason, retryAfterMs });
}
