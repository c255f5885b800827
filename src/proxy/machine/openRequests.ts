import type { AnswerBody, Ask, AskedRequest, Receipt, WithdrawReason } from '#agentProtocol/agentMessages.ts';
import { isReadableByWindow, maxNamedCalls, maxTextLengths } from '#agentProtocol/readMessages.ts';
import { agentCall } from './agentCall.ts';
import type { TrackedCall } from './callTable.ts';
import { isJsonObject } from './jsonRpc.ts';
import type { LinkedReceipt } from './machineEvents.ts';
import type { Session } from './session.ts';
import type { WindowSide } from './windowSide.ts';

/** One request to the user, until it is answered, withdrawn, or nobody can be asked. */
export interface OpenRequest {
  readonly id: string;
  readonly asked: AskedRequest;
  /** The calls that may have asked it. A call that ends leaves it. */
  readonly calls: Set<TrackedCall>;
  readonly owner: RequestOwner;
  readonly since: number;
  /** Increases with each window that is asked. */
  number: number;
  /** The window that has it; `undefined` while one is looked for. */
  link: number | undefined;
  /** Until when a window is looked for. */
  findUntil: number | undefined;
  /** The ids of URLs that the server reported complete. */
  readonly completed: Set<string>;
}

/** What becomes of a request: one of these methods is called, once, unless the request is withdrawn. */
interface RequestOwner {
  /** Sends the receipt, too. */
  answered(body: AnswerBody, receipt: LinkedReceipt): void;
  /** Nobody can be asked. */
  nobody(): void;
  /** The request is too long for a window, or nested too deeply. */
  tooLong(): void;
  /** Every call that may have asked has ended. */
  abandoned(): void;
}

/** How long a request waits for a window to come back. */
const findWindowMs = 30_000;
const maxCompletedIds = 100;
const maxUrlIds = 1000;

/** The kinds of answers to each kind of request. Another answer is refused. */
const answerKinds: Readonly<Record<AskedRequest['kind'], readonly AnswerBody['kind'][]>> = {
  pushed: ['result', 'error'],
  round: ['responses', 'endCall'],
  requiredUrls: ['repeat', 'endCall'],
};

/**
 * The requests that wait for the user, each at one window at most. If its window closes, another one is looked for and asked
 * under a higher number; an answer under a lower number is refused.
 */
export class OpenRequests {
  readonly #session: Session;
  readonly #window: WindowSide;
  readonly #onOwedChanged: (call: TrackedCall) => void;
  readonly #requests = new Map<string, OpenRequest>();
  /** The ids of the URLs that windows were asked to open; the oldest first. */
  readonly #urlIds = new Set<string>();
  /** The window that was told the arguments of a call. They may be long, and a call may ask often. */
  readonly #described = new WeakMap<TrackedCall, number>();
  #lostAt = Number.NEGATIVE_INFINITY;
  #lastId = 0;

  /** @param onOwedChanged is called for a call after a request of it was opened or answered */
  constructor(session: Session, window: WindowSide, onOwedChanged: (call: TrackedCall) => void) {
    this.#session = session;
    this.#window = window;
    this.#onOwedChanged = onOwedChanged;
  }

  get size(): number {
    return this.#requests.size;
  }

  all(): readonly OpenRequest[] {
    return [...this.#requests.values()];
  }

  open(asked: AskedRequest, calls: readonly TrackedCall[], owner: RequestOwner): OpenRequest {
    this.#lastId += 1;
    const id = `r${this.#lastId}`;
    const since = this.#session.now;
    const request: OpenRequest = {
      id,
      asked,
      calls: new Set(calls),
      owner,
      since,
      number: 0,
      link: undefined,
      findUntil: undefined,
      completed: new Set<string>(),
    };
    this.#requests.set(id, request);
    for (const call of calls) {
      call.openRequests += 1;
      call.isAnswered = false;
    }
    if (this.size === 1) this.#session.effects.add({ type: 'asking', isAsking: true });
    if (this.#window.link === undefined) this.#window.seek(0);
    else this.#ask(request, this.#window.link);
    for (const call of calls) this.#onOwedChanged(call);
    return request;
  }

  /** Has no effect on a request that is open no longer. */
  withdraw(request: OpenRequest, reason: WithdrawReason): void {
    const { id, number, link } = request;
    if (!this.#close(request)) return;
    if (link !== undefined) this.#window.send({ type: 'withdraw', id, number, reason }, link);
    for (const call of request.calls) this.#onOwedChanged(call);
  }

  /** The call has ended. Withdraws the requests that no other call can have asked. */
  leave(call: TrackedCall, reason: WithdrawReason): void {
    const left = this.all().filter(({ calls }) => calls.delete(call));
    call.openRequests = 0;
    for (const request of left) {
      if (request.calls.size > 0) continue;
      request.owner.abandoned();
      this.withdraw(request, reason);
    }
  }

  windowOpened(link: number): void {
    for (const request of this.all()) {
      const { id, number } = request;
      if (request.link !== undefined) {
        this.#window.send({ type: 'withdraw', id, number, reason: 'moved' }, request.link);
      }
      this.#ask(request, link);
    }
  }

  /** @param willReturn false if it is not to be waited for: its requests are for another one that is open now */
  windowClosed(link: number, willReturn: boolean): void {
    if (willReturn) this.#lostAt = this.#session.now;
    const left = this.all().filter((request) => request.link === link);
    for (const request of left) {
      request.link = undefined;
      if (willReturn) this.#find(request);
    }
    if (!willReturn && left.length > 0) this.#window.seek(0);
  }

  windowNotFound(isComing: boolean): void {
    const isExpected = isComing || this.#session.now - this.#lostAt < findWindowMs;
    for (const request of this.all()) {
      if (request.link !== undefined || request.findUntil !== undefined) continue;
      if (isExpected) this.#find(request);
      else this.#nobody(request);
    }
  }

  answer(link: number, id: string, number: number, body: AnswerBody): void {
    const request = this.#requests.get(id);
    const receipt = (outcome: Receipt['outcome'], moved?: boolean): LinkedReceipt => ({
      link,
      receipt: { type: 'receipt', id, number, outcome, moved },
    });
    const isAsked = request?.link === link && request.number === number;
    if (!isAsked || !answerKinds[request.asked.kind].includes(body.kind)) {
      const moved = request?.link !== undefined && request.link !== link;
      this.#window.send(receipt('refused', moved || undefined).receipt, link);
      return;
    }
    this.#close(request);
    // A request that the window refuses was not answered by the user.
    for (const call of body.kind === 'error' ? [] : request.calls) {
      call.isAnswered = true;
      call.earlyAnswers = 0;
    }
    request.owner.answered(body, receipt('sent'));
    for (const call of request.calls) this.#onOwedChanged(call);
  }

  /** Passes the end of a page on, also to a window that is asked later. False if no window has asked for the page. */
  complete(elicitationId: string): boolean {
    if (!this.#urlIds.has(elicitationId)) return false;
    for (const { asked, completed } of this.#requests.values()) {
      if (asked.kind !== 'pushed' && completed.size < maxCompletedIds) completed.add(elicitationId);
    }
    this.#window.send({ type: 'complete', elicitationId });
    return true;
  }

  #ask(request: OpenRequest, link: number): void {
    request.number += 1;
    request.link = link;
    this.#session.deadlines.clear(`find:${request.id}`);
    request.findUntil = undefined;
    const message = this.#message(request, link);
    if (!message) {
      this.#close(request);
      request.owner.tooLong();
      return;
    }
    this.#window.send(message, link);
    this.#rememberUrls(request.asked);
    for (const elicitationId of request.completed) this.#window.send({ type: 'complete', elicitationId }, link);
    for (const call of request.calls) {
      if (!call.agent) this.#window.send({ type: 'callState', call: call.id, state: 'parked' }, link);
    }
  }

  /** Leaves the arguments out if the message cannot be sent with them; `undefined` if it cannot be sent at all. */
  #message({ id, number, asked, calls, since }: OpenRequest, link: number): Ask | undefined {
    const { now, peers } = this.#session;
    const ask = (described: Ask['calls']): Ask => ({
      type: 'ask',
      id,
      number,
      request: asked,
      calls: described,
      ageMs: Math.max(0, now - since),
      serverInfo: peers.server,
      protocolVersion: peers.protocolVersion,
    });
    const named = [...calls].slice(0, maxNamedCalls);
    const withoutArguments = (call: TrackedCall) => ({ ...agentCall(call), arguments: undefined });
    const isDescribed = (call: TrackedCall) => this.#described.get(call) === link;
    const whole = ask(named.map((call) => (isDescribed(call) ? withoutArguments(call) : agentCall(call))));
    if (!isReadableByWindow(whole)) return [ask(named.map(withoutArguments))].find(isReadableByWindow);
    for (const call of named) this.#described.set(call, link);
    return whole;
  }

  #find(request: OpenRequest): void {
    request.findUntil = this.#session.now + findWindowMs;
    this.#session.deadlines.set(`find:${request.id}`, request.findUntil, () => this.#nobody(request));
    this.#window.seek(findWindowMs);
  }

  #rememberUrls(asked: AskedRequest): void {
    for (const id of urlIds(asked)) this.#urlIds.add(id);
    for (const oldest of this.#urlIds) {
      if (this.#urlIds.size <= maxUrlIds) break;
      this.#urlIds.delete(oldest);
    }
  }

  #nobody(request: OpenRequest): void {
    if (!this.#close(request)) return;
    for (const id of urlIds(request.asked)) this.#urlIds.delete(id);
    request.owner.nobody();
    for (const call of request.calls) this.#onOwedChanged(call);
  }

  /** False if it was closed before. */
  #close(request: OpenRequest): boolean {
    if (!this.#requests.delete(request.id)) return false;
    this.#session.deadlines.clear(`find:${request.id}`);
    for (const call of request.calls) {
      call.openRequests -= 1;
      call.settledAt = this.#session.now;
    }
    if (this.size === 0) this.#session.effects.add({ type: 'asking', isAsking: false });
    return true;
  }
}

/** The ids of the URLs in a request that are reported to a window. Rounds have none. */
function urlIds(asked: AskedRequest): readonly string[] {
  if (asked.kind === 'round') return [];
  const data = asked.kind === 'pushed' ? [asked.params] : isJsonObject(asked.data) ? asked.data['elicitations'] : [];
  const ids = Array.isArray(data) ? data.map((item) => (isJsonObject(item) ? item['elicitationId'] : undefined)) : [];
  const isTold = (id: unknown) => typeof id === 'string' && id.length <= maxTextLengths.elicitationId;
  return ids.filter((id): id is string => isTold(id)).slice(0, maxUrlIds);
}
