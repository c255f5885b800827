import { type Envelope, idText, type JsonChange } from '#proxy/wire/envelope.ts';
import { endingResponse, nobodyEnding } from './callEndings.ts';
import type { CallLifecycle } from './callLifecycle.ts';
import type { CallLimits } from './callLimits.ts';
import type { CallRounds } from './callRounds.ts';
import { type AgentSide, callKind, type TrackedCall } from './callTable.ts';
import type { DeclarationPolicy } from './declarationPolicy.ts';
import { errorLine, metaKeys, writtenId } from './jsonRpc.ts';
import type { ParkedCalls } from './parkedCalls.ts';
import type { Session } from './session.ts';

/** How the SDKs, and those of other languages, say that a limit has passed. */
const timeoutReason = /time[ds]?[-_ ]?out/i;

/** For a request beyond the limit. Passed on, its questions would be those of another call. */
const tooManyError = { code: -32603, message: 'Too many requests have no answer.' };

/** The agent's requests, and the cancellations of them. */
export class AgentRequests {
  readonly #session: Session;
  readonly #declaration: DeclarationPolicy;
  readonly #lifecycle: CallLifecycle;
  readonly #parked: ParkedCalls;
  readonly #limits: CallLimits;
  readonly #rounds: CallRounds;
  #lastCallId = 0;

  constructor(
    session: Session,
    declaration: DeclarationPolicy,
    lifecycle: CallLifecycle,
    parked: ParkedCalls,
    limits: CallLimits,
    rounds: CallRounds,
  ) {
    this.#session = session;
    this.#declaration = declaration;
    this.#lifecycle = lifecycle;
    this.#parked = parked;
    this.#limits = limits;
    this.#rounds = rounds;
  }

  /** @param id that of the request */
  receive(request: Envelope, id: string): void {
    const { calls, effects } = this.#session;
    const agent = this.#agentSide(request, id);
    const joined = this.#parked.join(request, agent);
    if (joined) {
      this.#join(joined.call, agent, joined.kept);
    } else if (calls.byAgent(id)) {
      effects.toServer(request.line);
    } else if (!calls.makeRoom()) {
      effects.toAgent(errorLine(writtenId(request), tooManyError));
    } else {
      const call = this.#createCall(request, id, agent);
      calls.add(call);
      if (this.#rounds.isUngiven(request)) {
        effects.log('The agent answered a round without its user. The call was ended.');
        this.#lifecycle.finish(call, endingResponse(call, nobodyEnding));
        return;
      }
      effects.toServer(this.#declaration.serverRequest(call, call.server === id ? [] : [[['id'], call.server ?? id]]));
      this.#limits.check(call);
    }
  }

  /** The agent stops waiting: because its limit has passed, or because its user interrupted the call. */
  cancelled(cancellation: Envelope): void {
    const { calls, effects } = this.#session;
    const id = idText(cancellation.text(['params', 'requestId']) ?? 'null');
    const call = calls.byAgent(id);
    if (!call) {
      if (!calls.isSettled(id)) effects.toServer(cancellation.line);
      return;
    }
    const reason = cancellation.value(['params', 'reason']);
    // Codex gives the same reason for a call that has timed out and for one that its user has interrupted.
    const saysSo = typeof reason === 'string' && timeoutReason.test(reason);
    const hasTimedOut = saysSo || this.#limits.isAtLimit(call);
    if (hasTimedOut && this.#limits.isOwed(call) && this.#parked.park(call)) {
      this.#limits.check(call);
      return;
    }
    // The server learns it before the answer to its request: otherwise it would end the call as declined.
    if (call.server !== undefined) {
      const changes: JsonChange[] = call.server === id ? [] : [[['params', 'requestId'], call.server]];
      effects.toServer(cancellation.with(changes));
    }
    this.#lifecycle.cancelled(call);
  }

  #join(call: TrackedCall, agent: AgentSide, kept: Envelope | undefined): void {
    if (kept) {
      this.#session.calls.remove(call);
      this.#lifecycle.handOut(agent, kept);
    } else {
      this.#limits.check(call);
    }
  }

  #agentSide(request: Envelope, id: string): AgentSide {
    const token = request.text(metaKeys.progressToken);
    return {
      id,
      token: token === undefined ? undefined : idText(token),
      since: this.#session.now,
      progress: undefined,
      isProgressRaised: false,
    };
  }

  /** Ids and tokens that an older call still uses at the server are replaced by ones of the proxy's own. */
  #createCall(request: Envelope, id: string, agent: AgentSide): TrackedCall {
    const { calls, now } = this.#session;
    const { method = '' } = request;
    const kind = request.has(['params']) ? callKind(method) : undefined;
    const name = request.value(['params', kind === 'resource' ? 'uri' : 'name']);
    this.#lastCallId += 1;
    const isTokenFree = agent.token === undefined || !calls.byServerToken(agent.token);
    return {
      id: `c${this.#lastCallId}`,
      request,
      method,
      kind,
      agent,
      startedAt: now,
      name: typeof name === 'string' ? name : '',
      isModern: request.has(metaKeys.protocolVersion) || request.has(metaKeys.capabilities),
      server: calls.byServer(id) ? calls.createOwnId() : id,
      serverToken: isTokenFree ? agent.token : calls.createOwnId(),
      openRequests: 0,
      settledAt: undefined,
      isAnswered: false,
      earlyAnswers: 0,
      parkedAt: undefined,
      progressAt: undefined,
    };
  }
}
