import type { ClientConnection } from '#core/agents/home/clientConnections.ts';
import { digestOf } from '#core/common/digest.ts';
import { evictOldest } from '#core/common/lruCache.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import type { AgentServices, UnverifiedDecision, UnverifiedServer } from './agentServices.ts';

/** The number of servers that the user has stopped, which are remembered until the window closes. */
const maxStopped = 200;

interface UnverifiedServices extends Pick<AgentServices, 'decideUnverified' | 'rateLimiter' | 'inbox'> {
  readonly connections: Pick<AgentServices['connections'], 'connect'>;
}

/** A question about a server, and the number of connections that wait for its answer. */
interface OpenQuestion {
  readonly decision: Promise<UnverifiedDecision>;
  readonly end: AbortController;
  waiting: number;
}

/** What becomes of a server that is not connected. `tooMany`: the user is not asked, because the client asks too often, or is muted. */
type Admission = UnverifiedDecision | 'tooMany';

/**
 * Asks the user about servers that are not connected, before anything of them is shown: a repository can bring a configuration that starts
 * the proxy with any command. The same server is asked about once at a time, and not again after `stop`. The questions count for the
 * rate limit.
 */
export class UnverifiedServers {
  readonly #services: UnverifiedServices;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #stopped = new Set<string>();

  constructor(services: UnverifiedServices) {
    this.#services = services;
  }

  /**
   * @param connection what is recorded if the user connects it
   * @param accountId the id under which the requests of the client's servers are limited that are not connected
   * @throws the signal's reason if the signal is aborted
   */
  async admit(
    server: UnverifiedServer,
    connection: Pick<ClientConnection, 'server' | 'fingerprint'>,
    accountId: string,
    signal: AbortSignal,
  ): Promise<Admission> {
    const key = digestOf([server.client, connection.server, connection.fingerprint]);
    if (this.#stopped.has(key)) {
      return 'stop';
    }
    let question = this.#open.get(key);
    if (!question) {
      const { rateLimiter, inbox } = this.#services;
      const pending = inbox.countOf(accountId) + this.#open.size;
      // Also counted if it is refused: so the user sees that the client asks.
      if (!rateLimiter.admit(accountId, pending).ok) {
        return 'tooMany';
      }
      question = this.#ask(key, server, connection);
    }
    question.waiting += 1;
    try {
      return await rejectOnAbort(question.decision, signal);
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) {
        question.end.abort();
        this.#close(key, question);
      }
    }
  }

  #ask(
    key: string,
    server: UnverifiedServer,
    connection: Pick<ClientConnection, 'server' | 'fingerprint'>,
  ): OpenQuestion {
    const end = new AbortController();
    const decide = async (): Promise<UnverifiedDecision> => {
      try {
        const decision = await this.#services.decideUnverified(server, end.signal);
        // A question that is over has no answer.
        end.signal.throwIfAborted();
        if (decision === 'update') {
          await this.#services.connections.connect(server.client, connection);
        } else if (decision === 'stop') {
          this.#stopped.add(key);
          evictOldest(this.#stopped, maxStopped);
        }
        return decision;
      } finally {
        this.#close(key, question);
      }
    };
    const question: OpenQuestion = { decision: decide(), end, waiting: 0 };
    question.decision.catch(() => undefined);
    this.#open.set(key, question);
    return question;
  }

  #close(key: string, question: OpenQuestion): void {
    if (this.#open.get(key) === question) {
      this.#open.delete(key);
    }
  }
}
