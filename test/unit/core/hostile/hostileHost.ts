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
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { noRoots } from '#test/host/noRoots.ts';
import { definitionOf } from '#test/host/samples.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { brokenLog, brokenMemory, silentLog } from './brokenServices.ts';
import { acceptRequest } from './hostileAnswers.ts';
import type { Circumstances, UserAct } from './hostileInput.ts';
import { HostilePeer } from './hostilePeer.ts';

/** The services that all servers of a window share as long as it is open. */
export const shared = {
  ...createTestHost().services,
  validator: new AnswerValidator(new InProcessChecker()),
};

const definition = definitionOf('hostile');
export interface HostileCallEnd {
  readonly result?: unknown;
  readonly error?: unknown;
}

const noPauses = { first: 0, longest: 0, firstForPage: 0, longestForPage: 0 };

/** One connection of the host to a hostile server, with a user who decides about its requests. */
export class HostileCase {
  readonly peer: HostilePeer;
  readonly elicitations: ElicitationHandler;
  /** The decisions of the user that the inbox accepted. */
  readonly decisions: { readonly request: ElicitationRequest; readonly decision: Decision }[] = [];
  /** Violations that the test reports. */
  readonly faults: string[] = [];
  /** Makes the server cancel its requests. Set by tests whose server can. */
  cancelRequests: () => void = () => undefined;
  /** The number of acts of the user that are not done yet. */
  pendingActs = 0;
  readonly #calls = new Calls(() => undefined);
  readonly #circumstances: Circumstances;
  readonly #log: ConnectionLog;
  readonly #era: 'legacy' | 'modern';
  readonly #unanswered = new Set<string>();
  readonly #seenIds = new Set<string>();
  readonly #subscriptions: { dispose(): void }[];
  #actCount = 0;
  #connection: Connection | undefined;

  constructor(era: 'legacy' | 'modern', circumstances: Circumstances) {
    this.#era = era;
    this.#circumstances = circumstances;
    const { hasBrokenServices, isRateLimited, hasUrlMode } = circumstances;
    const { inbox, suspendedCalls } = shared;
    this.peer = new HostilePeer(era);
    const log = this.#service(hasBrokenServices, brokenLog, silentLog);
    const memory = this.#service(hasBrokenServices, brokenMemory, new InMemoryStateStore());
    this.#log = new ConnectionLog(log, new SecretMask([]), new AnswerMask());
    const maxRequests = isRateLimited ? 1 : 1000;
    this.elicitations = new ElicitationHandler({
      ...shared,
      rateLimiter: new RateLimiter(systemClock, () => ({ requestsPerMinute: maxRequests, maxPending: maxRequests })),
      urls: new UrlGuard(definition.id, new VisitedSites(memory), () => undefined),
      modes: { form: true, url: hasUrlMode },
      attribution: () => ({ id: definition.id, name: definition.name }),
      calls: () => this.#calls.all,
      callsAtServer: () => this.#calls.atServer,
      callOfTask: (taskId) => this.#calls.ofTask(taskId),
      cancelCall: (callId) => this.#cancelCall(callId),
      warn: (line) => this.#log.warn(line),
    });
    this.#subscriptions = [
      inbox.onDidArrive((request) => this.#schedule(request.id, (act) => this.#decide(request, act))),
      suspendedCalls.onDidChange(() => {
        for (const suspendedCall of suspendedCalls.all) {
          if (!suspendedCall.retrying) {
            this.#schedule(`${suspendedCall.id} ${suspendedCall.attempts}`, (act) =>
              this.#actOnCard(suspendedCall, act),
            );
          }
        }
      }),
    ];
  }

  async connect(): Promise<void> {
    const { elicitations, peer } = this;
    const modes = { form: true, url: this.#circumstances.hasUrlMode };
    const replies = new ReplyDelivery('stdio');
    const transport = new ObservedStdioTransport(peer, this.#log, replies);
    const clientInfo = { name: 'test host', version: '0.0.0' };
    const probeTimeoutMs = noRequestTimeout;
    const client = createClient({
      clientInfo,
      elicitations,
      modes,
      roots: noRoots,
      probeTimeoutMs,
      replies,
    });
    await client.connect(transport, this.#era === 'legacy' ? { prior: { kind: 'legacy' } } : {});
    this.#connection = new Connection(
      {
        client,
        transport,
        type: 'stdio',
        era: client.getProtocolEra() ?? 'legacy',
        log: this.#log,
        limits: defaultTimeLimits,
        interactions: elicitations,
      },
      {
        explainEnd: () => ({ name: 'ServerCrashed', summary: 'The server ended.' }),
        reopen: () => Promise.reject(new Error('not again')),
        listeners: {
          onEnd: ({ summary }) => {
            elicitations.withdraw({ by: 'connection', reason: summary });
            this.#calls.endAll(new Error(summary));
          },
          onSessionLost: () => undefined,
          onListChanged: () => undefined,
          relistTools: async () => [],
        },
      },
    );
  }

  /** Sends a call as `Server` does. Never rejects. */
  async call(): Promise<HostileCallEnd> {
    const { elicitations } = this;
    const { call, signal } = this.#calls.begin(definition, { kind: 'tool', name: 'ask', arguments: {} }, 'program');
    const options = { signal };
    const send = (params: Readonly<Record<string, unknown>>) =>
      this.#calls.trackSending(call.id, () =>
        runInCall(call.id, async () => this.#connection?.request('tools/call', { ...params }, options)),
      );
    const params = { name: 'ask', arguments: {} };
    const context = { elicitations, call, roots: noRoots, signal };
    try {
      const result =
        this.#era === 'modern'
          ? throughRounds(send, params, context, noPauses)
          : throughRequiredUrls(() => send(params), context);
      return { result: await rejectOnAbort(result, signal) };
    } catch (error) {
      const { summary } = explainCallFailure(error);
      elicitations.withdraw({ by: 'host', reason: summary }, call.id);
      return { error };
    } finally {
      this.#calls.remove(call.id);
      elicitations.callEnded(call.id);
    }
  }

  /** A service that works until the connection is open, and after that throws if `isBroken`. */
  #service<T extends object>(isBroken: boolean, broken: T, working: T): T {
    return new Proxy(working, {
      get: (target, key) => {
        const service = isBroken && this.#connection ? broken : target;
        const member: unknown = Reflect.get(service, key);
        return typeof member === 'function' ? member.bind(service) : member;
      },
    });
  }

  /** The number of requests and cards that the user does not answer. */
  get unansweredCount(): number {
    return this.#unanswered.size;
  }

  /** Closes the window. */
  async stop(): Promise<void> {
    this.elicitations.withdraw({ by: 'host', reason: 'The server was stopped.' });
    this.#calls.endAll(new Error('The server was stopped.'));
    await this.#connection?.close();
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #cancelCall(callId: string): void {
    this.elicitations.withdraw({ by: 'host', reason: 'The call was cancelled.' }, callId);
    this.#calls.end(callId, new Error('The call was cancelled.'));
  }

  #schedule(id: string, perform: (act: UserAct) => void): void {
    const { acts } = this.#circumstances;
    const act = acts[this.#actCount % acts.length];
    if (!act || this.#seenIds.has(id)) {
      return;
    }
    this.#seenIds.add(id);
    this.#actCount += 1;
    if (act.kind === 'leave') {
      this.#unanswered.add(id);
      return;
    }
    this.pendingActs += 1;
    const run = () => {
      this.pendingActs -= 1;
      perform(act);
    };
    if (act.time === 'atOnce') {
      queueMicrotask(run);
    } else {
      setImmediate(run);
    }
  }

  #decide(request: ElicitationRequest, act: UserAct): void {
    switch (act.kind) {
      case 'accept':
        this.pendingActs += 1;
        void acceptRequest(request, act.inputSeed, shared.validator).then((decision) => {
          this.pendingActs -= 1;
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
        this.#disrupt(act);
        // Ends the request if the disruption did not.
        this.#settle(request, { action: 'cancel' });
    }
  }

  #settle(request: ElicitationRequest, decision: Decision): void {
    if (shared.inbox.decide(request.id, decision)) {
      this.decisions.push({ request, decision });
    }
    if (shared.inbox.decide(request.id, { action: 'decline' })) {
      this.faults.push('A request was settled twice.');
    }
  }

  #actOnCard(suspendedCall: SuspendedCall, act: UserAct): void {
    if (act.kind === 'accept') {
      shared.suspendedCalls.continue(suspendedCall.id);
    } else if (act.kind === 'serverCancels' && suspendedCall.openedPages.length > 0) {
      for (const { elicitationId } of suspendedCall.openedPages) {
        this.peer.push({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId } });
      }
    } else {
      this.#disrupt(act);
      shared.suspendedCalls.stop(suspendedCall.id);
    }
  }

  #disrupt({ kind }: UserAct): void {
    const [call] = this.#calls.all;
    if (kind === 'end') {
      void this.peer.close();
    } else if (kind === 'cancelCall' && call) {
      this.#cancelCall(call.id);
    } else if (kind === 'serverCancels') {
      this.cancelRequests();
    }
  }
}
