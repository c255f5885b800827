import type { AgentCall } from '#agentProtocol/agentMessages.ts';
import type { Envelope } from '#proxy/wire/envelope.ts';

/** Who waits for the result at the agent's side. */
export interface AgentSide {
  /** The id and the progress token of the agent's request, as JSON text. */
  readonly id: string;
  readonly token: string | undefined;
  /** When the agent sent the request. */
  readonly since: number;
  /** The highest progress that the agent was sent. */
  progress: number | undefined;
  /** True if that may be higher than the server's own, because the proxy has added some. */
  isProgressRaised: boolean;
}

/** One request of the agent's, until its final response has left the proxy. */
export interface TrackedCall {
  /** The id by which windows know it. */
  readonly id: string;
  /** The first request for it. Never one that joined it later. */
  readonly request: Envelope;
  readonly method: string;
  /** Absent for methods that cannot ask the user. */
  readonly kind: AgentCall['kind'] | undefined;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  /** True from 2026-07-28 on. */
  readonly isModern: boolean;
  readonly startedAt: number;
  /** The id at the server, as JSON text, while the server works on it. `undefined`: in a round, or its result is kept. */
  server: string | undefined;
  /** The progress token at the server, as JSON text. */
  readonly serverToken: string | undefined;
  /** `undefined`: parked. The agent has stopped waiting, and the result is kept until the agent asks again. */
  agent: AgentSide | undefined;
  /** How many of its requests to the user are open. */
  openRequests: number;
  /** When its last request was answered or withdrawn. */
  settledAt: number | undefined;
  /** True if the user has answered its last request. */
  isAnswered: boolean;
  /** When the agent stopped waiting for it. */
  parkedAt: number | undefined;
  /** When the server reported progress last. */
  progressAt: number | undefined;
  /** How often the agent was told to call again, since the last answer. */
  earlyAnswers: number;
}

/** More requests than these are not tracked at the same time. */
export const maxTrackedCalls = 10_000;
const maxSettledIds = 4096;
const ownIdPrefix = '"mcp-elicitation-';

/** The agent's requests by every id that stands for them. */
export class CallTable {
  readonly #byServer = new Map<string, TrackedCall>();
  readonly #byServerToken = new Map<string, TrackedCall>();
  readonly #byAgent = new Map<string, TrackedCall>();
  readonly #all = new Map<string, TrackedCall>();
  /** Ids of the agent's that have their answer, or were cancelled. The older half is forgotten at once. */
  #settledIds = new Set<string>();
  #olderSettledIds = new Set<string>();
  #lastOwnId = 0;

  /**
   * Makes room for one more. If there are too many, forgets the oldest that cannot ask the user and whose id and token the server has as
   * they came: whatever still comes for it can be passed on unread. False if there is none.
   */
  makeRoom(): boolean {
    if (this.#all.size < maxTrackedCalls) return true;
    const forgotten = this.all().find(
      ({ kind, agent, server, serverToken }) =>
        kind === undefined && agent !== undefined && agent.id === server && agent.token === serverToken,
    );
    if (!forgotten) return false;
    this.#byAgent.delete(forgotten.agent?.id ?? '');
    this.leaveServer(forgotten);
    this.#all.delete(forgotten.id);
    return true;
  }

  /** Every call, with the parked ones and those whose result is kept. */
  all(): readonly TrackedCall[] {
    return [...this.#all.values()];
  }

  /** The calls that the server works on and that can ask the user. */
  running(): readonly TrackedCall[] {
    return this.all().filter((call) => call.kind !== undefined && call.server !== undefined);
  }

  get(callId: string): TrackedCall | undefined {
    return this.#all.get(callId);
  }

  byServer(id: string): TrackedCall | undefined {
    return this.#byServer.get(id);
  }

  byServerToken(token: string): TrackedCall | undefined {
    return this.#byServerToken.get(token);
  }

  /** The call for which the agent waits under this id. */
  byAgent(id: string): TrackedCall | undefined {
    return this.#byAgent.get(id);
  }

  add(call: TrackedCall): void {
    this.#all.set(call.id, call);
    this.moveServer(call, call.server);
    if (call.serverToken) this.#byServerToken.set(call.serverToken, call);
    if (call.agent) this.attach(call, call.agent);
  }

  /** Gives a call another id at the server; `undefined`: the server has answered. */
  moveServer(call: TrackedCall, id: string | undefined): void {
    if (call.server !== undefined && this.#byServer.get(call.server) === call) this.#byServer.delete(call.server);
    call.server = id;
    if (id !== undefined) this.#byServer.set(id, call);
  }

  /** The agent waits for the call under this id. */
  attach(call: TrackedCall, agent: AgentSide): void {
    call.agent = agent;
    this.#byAgent.set(agent.id, call);
    this.#settledIds.delete(agent.id);
    this.#olderSettledIds.delete(agent.id);
  }

  /** The agent waits no longer. Returns who has waited. */
  detach(call: TrackedCall): AgentSide | undefined {
    const { agent } = call;
    if (!agent) return undefined;
    call.agent = undefined;
    this.#byAgent.delete(agent.id);
    this.#settledIds.add(agent.id);
    if (this.#settledIds.size >= maxSettledIds) {
      this.#olderSettledIds = this.#settledIds;
      this.#settledIds = new Set();
    }
    return agent;
  }

  /** The server has nothing more to say about the call. */
  leaveServer(call: TrackedCall): void {
    this.moveServer(call, undefined);
    const { serverToken } = call;
    if (serverToken && this.#byServerToken.get(serverToken) === call) this.#byServerToken.delete(serverToken);
  }

  remove(call: TrackedCall): void {
    this.detach(call);
    this.leaveServer(call);
    this.#all.delete(call.id);
  }

  /** True if the agent's request with this id has its answer, or was cancelled. */
  isSettled(id: string): boolean {
    return this.#settledIds.has(id) || this.#olderSettledIds.has(id);
  }

  /** A fresh id or token of the proxy's own, as JSON text. */
  createOwnId(): string {
    do this.#lastOwnId += 1;
    while (this.#byServer.has(this.#ownId()) || this.#byServerToken.has(this.#ownId()));
    return this.#ownId();
  }

  /** True for an id that `createOwnId` has returned, if its call has ended. */
  isForgottenOwnId(id: string): boolean {
    return id.startsWith(ownIdPrefix) && !this.#byServer.has(id);
  }

  #ownId(): string {
    return `${ownIdPrefix}${this.#lastOwnId}"`;
  }
}

/** The kind of call that a method makes; absent if it cannot ask the user. */
export function callKind(method: string): AgentCall['kind'] | undefined {
  switch (method) {
    case 'tools/call':
      return 'tool';
    case 'prompts/get':
      return 'prompt';
    case 'resources/read':
      return 'resource';
    default:
      return undefined;
  }
}
