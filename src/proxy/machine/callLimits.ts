import { earlyAnswerText, toolErrorResult } from './callEndings.ts';
import type { CallLifecycle } from './callLifecycle.ts';
import type { TrackedCall } from './callTable.ts';
import { resultLine } from './jsonRpc.ts';
import type { ParkedCalls } from './parkedCalls.ts';
import type { Session } from './session.ts';

/** How long before the end of its limit an agent is answered early; of a short limit, a fifth. */
const earlyByMs = 3000;
/** How far from the limit the cancellation of an agent that has timed out may come; of a short limit, a tenth. */
const toleranceMs = 1000;

/** Methods whose response may take for ever. */
const unlimitedMethods: readonly string[] = ['subscriptions/listen'];

/**
 * Keeps the limits of calls. A call is owed while a request of it is open, and for one whole limit after the last one was
 * answered or withdrawn. An owed call never times out: shortly before the agent would give up, it is answered early and parked.
 * Every other request times out at the limit that the user had.
 */
export class CallLimits {
  readonly #session: Session;
  readonly #lifecycle: CallLifecycle;
  readonly #parked: ParkedCalls;

  constructor(session: Session, lifecycle: CallLifecycle, parked: ParkedCalls) {
    this.#session = session;
    this.#lifecycle = lifecycle;
    this.#parked = parked;
  }

  isOwed(call: TrackedCall): boolean {
    return this.#session.now < this.#owedUntil(call);
  }

  /**
   * True if a limit of the agent's passes now, so that a cancellation comes from its clock and not from its user. The limit that
   * the user had counts, too: the user may have put it back since the proxy was configured.
   */
  isAtLimit(call: TrackedCall): boolean {
    const { limitMs, ownLimitMs } = this.#session.options;
    const { agent } = call;
    if (!agent || this.#isExtended(call)) return false;
    const waitedMs = this.#session.now - agent.since;
    return [limitMs, ownLimitMs].some(
      (limit) => limit !== undefined && Math.abs(waitedMs - limit) <= Math.min(toleranceMs, limit / 10),
    );
  }

  /** Does what is due for a call, and looks again when something may be due. Called whenever a time of the call has changed. */
  check(call: TrackedCall): void {
    const { calls, deadlines, now } = this.#session;
    if (!calls.get(call.id) || this.#parked.hasResult(call)) return;
    if (this.#earlyAt(call) <= now) this.#answerEarly(call);
    const timeoutAt = this.#timeoutAt(call);
    if (timeoutAt <= now) {
      this.#lifecycle.timeOut(call);
      return;
    }
    const earlyAt = this.#earlyAt(call);
    const next = Math.min(timeoutAt, earlyAt > now ? earlyAt : Number.POSITIVE_INFINITY);
    deadlines.set(`limit:${call.id}`, next, () => this.check(call));
  }

  #owedUntil({ openRequests, settledAt }: TrackedCall): number {
    const { ownLimitMs, limitMs = 0 } = this.#session.options;
    if (openRequests > 0) return Number.POSITIVE_INFINITY;
    return settledAt === undefined ? Number.NEGATIVE_INFINITY : settledAt + (ownLimitMs ?? limitMs);
  }

  /** When the call times out by the limit that the user had. */
  #timeoutAt(call: TrackedCall): number {
    const { ownLimitMs, progressExtends } = this.#session.options;
    if (ownLimitMs === undefined || unlimitedMethods.includes(call.method)) return Number.POSITIVE_INFINITY;
    const since = call.agent?.since ?? call.parkedAt ?? call.startedAt;
    const start = progressExtends ? Math.max(since, call.progressAt ?? since) : since;
    return Math.max(start + ownLimitMs, this.#owedUntil(call));
  }

  /** When the agent must be answered early; never if the agent can be kept waiting or the call is not owed. */
  #earlyAt(call: TrackedCall): number {
    const { limitMs } = this.#session.options;
    const canBeEarly = call.kind === 'tool' && !this.#isExtended(call) && this.isOwed(call);
    if (!call.agent || limitMs === undefined || !canBeEarly) return Number.POSITIVE_INFINITY;
    return call.agent.since + limitMs - Math.min(earlyByMs, limitMs / 5);
  }

  /** True if progress notifications keep the agent waiting. */
  #isExtended({ agent }: TrackedCall): boolean {
    return this.#session.options.progressExtends && agent?.token !== undefined;
  }

  #answerEarly(call: TrackedCall): void {
    const { agent } = call;
    if (!agent || !this.#parked.park(call)) return;
    const line = resultLine(agent.id, toolErrorResult(call, earlyAnswerText(call)));
    call.earlyAnswers += 1;
    this.#session.effects.toAgent(line);
  }
}
