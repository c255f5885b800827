import { Envelope } from '#proxy/wire/envelope.ts';
import type { AgentSide, TrackedCall } from './callTable.ts';
import { joinKey } from './joinKey.ts';
import type { Session } from './session.ts';
import type { WindowSide } from './windowSide.ts';

export const maxParkedCalls = 20;
const maxKeptBytes = 64 * 1024 * 1024;
/** A result that was kept longer says when its call was made. */
const datedAfterMs = 60_000;

interface Kept {
  readonly response: Envelope;
  readonly at: number;
}

/**
 * The calls for which the agent has stopped waiting. Each goes on at the server; its result is kept, and handed out once, to the
 * next equal call of the agent.
 */
export class ParkedCalls {
  readonly #session: Session;
  readonly #window: WindowSide;
  /** The key of each parked call. Calls without a key are never joined, and therefore not parked. */
  readonly #keys = new Map<TrackedCall, string>();
  readonly #kept = new Map<TrackedCall, Kept>();

  constructor(session: Session, window: WindowSide) {
    this.#session = session;
    this.#window = window;
  }

  /** Parks a call of a tool, unless too many are parked or it could never be joined. False if it was not parked. */
  park(call: TrackedCall): boolean {
    const key = call.kind === 'tool' && this.#keys.size < maxParkedCalls ? joinKey(call.request) : undefined;
    if (key === undefined) return false;
    this.#keys.set(call, key);
    call.parkedAt = this.#session.now;
    this.#session.calls.detach(call);
    this.#window.send({ type: 'callState', call: call.id, state: 'parked' });
    return true;
  }

  /**
   * Lets the agent wait for the oldest equal call that is parked, if there is one. Returns it, with its result if that is kept;
   * the caller hands that out.
   */
  join(
    request: Envelope,
    agent: AgentSide,
  ): { readonly call: TrackedCall; readonly kept: Envelope | undefined } | undefined {
    if (this.#keys.size === 0 || request.method !== 'tools/call') return undefined;
    const key = joinKey(request);
    const [call] = [...this.#keys.keys()]
      .filter((each) => this.#keys.get(each) === key)
      .sort((one, other) => one.startedAt - other.startedAt);
    if (!call) return undefined;
    const kept = this.#kept.get(call);
    this.forget(call);
    this.#session.calls.attach(call, agent);
    this.#window.send({ type: 'callState', call: call.id, state: 'joined' });
    return { call, kept: kept && this.#dated(call, kept) };
  }

  /** Keeps the result of a parked call. The oldest results make room for it. */
  keep(call: TrackedCall, response: Envelope): void {
    const { calls, deadlines, effects, now } = this.#session;
    this.#kept.set(call, { response, at: now });
    let total = 0;
    for (const { response: kept } of this.#kept.values()) total += kept.line.length;
    for (const [oldest, { response: kept }] of this.#kept) {
      if (total <= maxKeptBytes) break;
      effects.log(`The result of a call of ${oldest.name} was dropped: the results that wait are larger than 64 MiB.`);
      total -= kept.line.length;
      this.#drop(oldest);
    }
    if (calls.get(call.id)) {
      deadlines.set(`keep:${call.id}`, now + this.#window.keepMs, () => {
        effects.log(`The result of a call of ${call.name} was dropped: it was not asked for again.`);
        this.#drop(call);
      });
    }
  }

  /** True if the result of the call is here. */
  hasResult(call: TrackedCall): boolean {
    return this.#kept.has(call);
  }

  /** The call is parked no longer. */
  forget(call: TrackedCall): void {
    this.#keys.delete(call);
    this.#kept.delete(call);
    this.#session.deadlines.clear(`keep:${call.id}`);
  }

  #drop(call: TrackedCall): void {
    this.forget(call);
    this.#session.calls.remove(call);
  }

  /** The result with a first block of text that says how old it is. */
  #dated(call: TrackedCall, { response, at }: Kept): Envelope {
    const content = response.text(['result', 'content']);
    if (this.#session.now - at <= datedAfterMs || !content?.startsWith('[')) return response;
    const text = `Result of the call made at ${this.#session.options.formatTime(call.startedAt)}.`;
    const rest = content.slice(1);
    const separator = rest.trimStart().startsWith(']') ? '' : ',';
    const blocks = `[${JSON.stringify({ type: 'text', text })}${separator}${rest}`;
    return Envelope.read(response.with([[['result', 'content'], blocks]])) ?? response;
  }
}
