import { randomUUID } from 'node:crypto';
import type { AgentCall, CallEnded, CallState } from '#agentProtocol/agentMessages.ts';
import { systemClock } from '#core/common/clock.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import { secretArgumentValues } from '#core/drafts/secretArguments.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import { type Call, type CallRequest, withoutArguments } from '#core/model/call.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { textsIn } from '#form/json.ts';
import type { ByteBudget } from './byteBudget.ts';

/** The number of calls of one client that are kept. The oldest are forgotten. */
const maxCalls = 200;
/** The number of secrets in the arguments of one call that are masked. A call with more is kept without its arguments. */
const maxSecrets = 1000;
/** Names and shapes tell the secrets in the arguments: no schema is known. */
const secrets: ArgumentSecrets = { schema: {}, masked: [] };

interface KnownCall {
  call: Call;
  readonly release: (() => void) | undefined;
  /** Masks the secrets in its arguments. Absent if there are none. */
  readonly mask: SecretMask | undefined;
}

/** The calls of one client that have asked and have not ended, by the client's id. */
export class AgentCalls {
  readonly #known = new Map<string, KnownCall>();
  readonly #budget: ByteBudget;
  readonly #attribution: () => Attribution;
  readonly #onChange: () => void;

  /** `budget`: for the arguments of the calls. A call that it does not suffice for is kept without them. */
  constructor(budget: ByteBudget, attribution: () => Attribution, onChange: () => void) {
    this.#budget = budget;
    this.#attribution = attribution;
    this.#onChange = onChange;
  }

  get all(): readonly Call[] {
    return [...this.#known.values()].map(({ call }) => call);
  }

  /** Masks the secrets in the arguments of the calls. */
  get mask(): (text: string) => string {
    const [first, ...others] = [...this.#known.values()].flatMap(({ mask }) => mask ?? []);
    return (text) => (first ? first.mask(text, ...others) : text);
  }

  get(id: string): Call | undefined {
    return this.#known.get(id)?.call;
  }

  /** The client's id of a call. */
  idOf(callId: string): string | undefined {
    return [...this.#known].find(([, { call }]) => call.id === callId)?.[0];
  }

  /** The call with this id of the client's. It has run for `ageMs` milliseconds at least. */
  note(named: AgentCall, ageMs = 0): Call {
    const known = this.#known.get(named.id);
    if (known) {
      return known.call;
    }
    const release = this.#budget.take(JSON.stringify(named.arguments ?? {}).length);
    const whole = this.#create(release ? named : { ...named, arguments: {} }, ageMs);
    const texts = textsIn(secretArgumentValues(whole.request, secrets));
    const isMasked = texts.length <= maxSecrets;
    const call = isMasked ? whole : { ...whole, request: withoutArguments(whole.request) };
    const mask = isMasked && texts.length > 0 ? new SecretMask(texts) : undefined;
    this.#known.set(named.id, { call, release, mask });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > maxCalls) {
      this.remove(oldest);
    }
    this.#onChange();
    return call;
  }

  /** Names the server of the calls again, because its attribution has changed. */
  attributeAgain(): void {
    const { id: serverId, name: serverName, asker } = this.#attribution();
    for (const known of this.#known.values()) {
      const { agent } = known.call;
      const isConnected = asker?.isConnected === true;
      known.call = { ...known.call, serverId, serverName, ...(agent && { agent: { ...agent, isConnected } }) };
    }
    this.#onChange();
  }

  setState({ call: id, state }: CallState): void {
    const known = this.#known.get(id);
    if (known?.call.agent) {
      known.call = { ...known.call, agent: { ...known.call.agent, state, changedAt: systemClock.steady() } };
      this.#onChange();
    }
  }

  /** Removes a call. Returns it if it was known. */
  remove(id: string): Call | undefined {
    const known = this.#known.get(id);
    if (known) {
      this.#known.delete(id);
      known.release?.();
      this.#onChange();
    }
    return known?.call;
  }

  /** The call as it ended, for the record. A call that has not asked was not known until now. */
  ended(ended: CallEnded): EndedCall {
    const { call: id, kind, name, durationMs } = ended;
    const call = this.get(id) ?? this.#create({ id, kind, name });
    return { call, ...outcomeOf(ended), ms: durationMs };
  }

  #create(named: AgentCall, ageMs = 0): Call {
    const { id: serverId, name: serverName, asker } = this.#attribution();
    const now = systemClock.steady();
    return {
      id: randomUUID(),
      serverId,
      serverName,
      request: requestOf(named),
      secrets,
      origin: 'agent',
      startedAt: now - ageMs,
      agent: {
        name: asker?.name ?? '',
        isConnected: asker?.isConnected === true,
        state: 'waiting',
        changedAt: now,
      },
    };
  }
}

function requestOf({ kind, name, arguments: args = {} }: AgentCall): CallRequest {
  switch (kind) {
    case 'tool':
      return { kind, name, arguments: args };
    case 'prompt':
      return {
        kind,
        name,
        arguments: Object.fromEntries(
          Object.entries(args).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
        ),
      };
    case 'resource':
      return { kind, uri: name };
  }
}

function outcomeOf({ outcome }: CallEnded): Pick<EndedCall, 'outcome' | 'failure'> {
  switch (outcome) {
    case 'result':
      return { outcome: 'completed' };
    case 'toolError':
    case 'cancelled':
      return { outcome };
    case 'lost':
      return { outcome: 'failed', failure: 'ServerCrashed' };
    case 'error':
    case 'timedOut':
      return { outcome: 'failed', failure: 'CallFailed' };
  }
}

/** What the end of a call means for the answers of the user that were sent to it. */
export function callEndOf({ outcome }: CallEnded): CallEnd {
  switch (outcome) {
    case 'result':
    case 'toolError':
    case 'error':
      return 'answered';
    case 'cancelled':
    case 'timedOut':
      return 'stopped';
    case 'lost':
      return 'lost';
  }
}
