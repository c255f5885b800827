import { Calls } from '#core/calls/calls.ts';
import { systemClock } from '#core/common/clock.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import { Connection } from '#core/connection/connection.ts';
import { createClient } from '#core/connection/sdk/client.ts';
import { ObservedStdioTransport } from '#core/connection/sdk/observedTransport.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { RateLimiter } from '#core/guard/rateLimiter.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import { runInCall } from '#core/model/callContext.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { noRoots } from '#core/model/roots.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { definitionOf } from '#test/host/samples.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { brokenLog, brokenMemory, silentLog } from './brokenServices.ts';
import { accepting } from './hostileAnswers.ts';
import type { Circumstances, Fate } from './hostileInput.ts';
import { HostilePeer } from './hostilePeer.ts';

/** What a window has for all its servers, and keeps as long as it is open. */
export const shared = {
  ...createTestHost().services,
  judge: new AnswerValidator(new InProcessChecker()),
};

const definition = definitionOf('hostile');
export interface Ended {
  readonly result?: unknown;
  readonly error?: unknown;
}

const quick = { first: 0, longest: 0, firstForPage: 0, longestForPage: 0 };

/** One connection of the host to a hostile server, and the person. */
export class HostileCase {
  readonly peer: HostilePeer;
  readonly questions: ElicitationHandler;
  /** What the person has decided and was heard with. */
  readonly decided: { readonly request: ElicitationRequest; readonly decision: Decision }[] = [];
  /** What must not have happened. */
  readonly faults: string[] = [];
  /** Set where the server takes its questions back by itself. */
  takeBack: () => void = () => undefined;
  /** Acts of the person that are still to come. */
  outstanding = 0;
  readonly #calls = new Calls(() => undefined);
  readonly #circumstances: Circumstances;
  readonly #log: ConnectionLog;
  readonly #era: 'legacy' | 'modern';
  readonly #left = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #subscriptions: { dispose(): void }[];
  #fates = 0;
  #connection: Connection | undefined;

  constructor(era: 'legacy' | 'modern', circumstances: Circumstances) {
    this.#era = era;
    this.#circumstances = circumstances;
    const { brokenPorts, limited, url } = circumstances;
    const { inbox, suspendedCalls } = shared;
    this.peer = new HostilePeer(era);
    const log = this.#port(brokenPorts, brokenLog, silentLog);
    const memory = this.#port(brokenPorts, brokenMemory, new InMemoryStateStore());
    this.#log = new ConnectionLog(log, new SecretMask([]), new AnswerMask());
    const most = limited ? 1 : 1000;
    this.questions = new ElicitationHandler({
      ...shared,
      rateLimiter: new RateLimiter(systemClock, () => ({ requestsPerMinute: most, maxPending: most })),
      urls: new UrlGuard(definition.id, new VisitedSites(memory), () => undefined),
      modes: { form: true, url },
      attribution: () => ({ id: definition.id, name: definition.name }),
      calls: () => this.#calls.all,
      callsAtServer: () => this.#calls.atServer,
      callOfTask: (taskId) => this.#calls.ofTask(taskId),
      cancelCall: (callId) => this.#cancelCall(callId),
      warn: (line) => this.#log.warn(line),
    });
    this.#subscriptions = [
      inbox.onDidArrive((request) => this.#meet(request.id, (fate) => this.#decide(request, fate))),
      suspendedCalls.onDidChange(() => {
        for (const hold of suspendedCalls.all) {
          if (!hold.retrying) {
            this.#meet(`${hold.id} ${hold.attempts}`, (fate) => this.#goOn(hold, fate));
          }
        }
      }),
    ];
  }

  async connect(): Promise<void> {
    const { questions, peer } = this;
    const modes = { form: true, url: this.#circumstances.url };
    const replies = new ReplyDelivery('stdio');
    const wire = new ObservedStdioTransport(peer, this.#log, replies);
    const clientInfo = { name: 'test host', version: '0.0.0' };
    const probeTimeoutMs = noRequestTimeout;
    const client = createClient({
      clientInfo,
      elicitations: questions,
      modes,
      roots: noRoots,
      probeTimeoutMs,
      replies,
    });
    await client.connect(wire, this.#era === 'legacy' ? { prior: { kind: 'legacy' } } : {});
    this.#connection = new Connection(
      {
        client,
        transport: wire,
        type: 'stdio',
        era: client.getProtocolEra() ?? 'legacy',
        log: this.#log,
        limits: defaultTimeLimits,
        interactions: questions,
      },
      {
        explainEnd: () => ({ name: 'ServerCrashed', summary: 'The server ended.' }),
        reopen: () => Promise.reject(new Error('not again')),
        listeners: {
          onEnd: ({ summary }) => {
            questions.withdraw({ by: 'connection', reason: summary });
            this.#calls.endAll(new Error(summary));
          },
          onSessionLost: () => undefined,
          onListChanged: () => undefined,
          relistTools: async () => [],
        },
      },
    );
  }

  /** A call as `Server` makes it. Never rejects. */
  async call(): Promise<Ended> {
    const { questions } = this;
    const { call, signal } = this.#calls.begin(definition, { kind: 'tool', name: 'ask', arguments: {} }, 'program');
    const options = { signal };
    const send = (params: Readonly<Record<string, unknown>>) =>
      this.#calls.trackSending(call.id, () =>
        runInCall(call.id, async () => this.#connection?.request('tools/call', { ...params }, options)),
      );
    const params = { name: 'ask', arguments: {} };
    const context = { elicitations: questions, call, roots: noRoots, signal };
    try {
      const through =
        this.#era === 'modern'
          ? throughRounds(send, params, context, quick)
          : throughRequiredUrls(() => send(params), context);
      return { result: await rejectOnAbort(through, signal) };
    } catch (error) {
      const { summary } = explainCallFailure(error);
      questions.withdraw({ by: 'host', reason: summary }, call.id);
      return { error };
    } finally {
      this.#calls.remove(call.id);
      questions.callEnded(call.id);
    }
  }

  /** A port that works until the connection is there, and then breaks where it is to. */
  #port<T extends object>(breaks: boolean, broken: T, working: T): T {
    return new Proxy(working, {
      get: (target, key) => {
        const port = breaks && this.#connection ? broken : target;
        const member: unknown = Reflect.get(port, key);
        return typeof member === 'function' ? member.bind(port) : member;
      },
    });
  }

  /** Questions and cards that nobody is going to answer before the end. */
  get left(): number {
    return this.#left.size;
  }

  /** The person closes the window. */
  async stop(): Promise<void> {
    this.questions.withdraw({ by: 'host', reason: 'The server was stopped.' });
    this.#calls.endAll(new Error('The server was stopped.'));
    await this.#connection?.close();
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #cancelCall(callId: string): void {
    this.questions.withdraw({ by: 'host', reason: 'The call was cancelled.' }, callId);
    this.#calls.end(callId, new Error('The call was cancelled.'));
  }

  #meet(what: string, act: (fate: Fate) => void): void {
    const { fates } = this.#circumstances;
    const fate = fates[this.#fates % fates.length];
    if (!fate || this.#seen.has(what)) {
      return;
    }
    this.#seen.add(what);
    this.#fates += 1;
    if (fate.does === 'leave') {
      this.#left.add(what);
      return;
    }
    this.outstanding += 1;
    const run = () => {
      this.outstanding -= 1;
      act(fate);
    };
    if (fate.at === 'once') {
      queueMicrotask(run);
    } else {
      setImmediate(run);
    }
  }

  #decide(request: ElicitationRequest, fate: Fate): void {
    switch (fate.does) {
      case 'accept':
        this.outstanding += 1;
        void accepting(request, fate.typing, shared.judge).then((decision) => {
          this.outstanding -= 1;
          this.#settle(request, decision);
        });
        break;
      case 'decline':
        this.#settle(request, { action: 'decline' });
        break;
      case 'declineForCall':
        this.#settle(request, { action: 'decline', restOfCall: true });
        break;
      case 'cancel':
        this.#settle(request, { action: 'cancel' });
        break;
      case 'withdraw':
        shared.inbox.withdraw(request.id, { by: 'host', reason: 'Taken back.' });
        break;
      default:
        this.#otherwise(fate);
        // Somebody has to end it where that did not.
        this.#settle(request, { action: 'cancel' });
    }
  }

  #settle(request: ElicitationRequest, decision: Decision): void {
    if (shared.inbox.decide(request.id, decision)) {
      this.decided.push({ request, decision });
    }
    if (shared.inbox.decide(request.id, { action: 'decline' })) {
      this.faults.push('A question was settled twice.');
    }
  }

  #goOn(hold: SuspendedCall, fate: Fate): void {
    if (fate.does === 'accept') {
      shared.suspendedCalls.continue(hold.id);
    } else if (fate.does === 'serverCancels' && hold.openedPages.length > 0) {
      for (const { elicitationId } of hold.openedPages) {
        this.peer.push({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId } });
      }
    } else {
      this.#otherwise(fate);
      shared.suspendedCalls.stop(hold.id);
    }
  }

  #otherwise({ does }: Fate): void {
    const [call] = this.#calls.all;
    if (does === 'end') {
      void this.peer.close();
    } else if (does === 'cancelCall' && call) {
      this.#cancelCall(call.id);
    } else if (does === 'serverCancels') {
      this.takeBack();
    }
  }
}
