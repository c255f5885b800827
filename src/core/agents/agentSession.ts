import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import type {
  AnswerBody,
  AnswerError,
  Ask,
  CallEnded,
  ClientMessage,
  Closing,
  HelloBody,
} from '#agentProtocol/messages.ts';
import { errorText, HostError } from '#core/common/errors.ts';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import { rateLimitErrorCode } from '#core/elicitation/admission.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { RequestEnd } from '#core/elicitation/pushedRequest.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { Call } from '#core/model/call.ts';
import type { Attribution, Withdrawal } from '#core/model/elicitationRequest.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { AgentCalls } from './agentCalls.ts';
import { agentName } from './agentNames.ts';
import type { AgentServices } from './agentServices.ts';
import { AskingCall } from './askingCall.ts';
import type { AskNumbers } from './askNumbers.ts';
import type { ByteBudget } from './byteBudget.ts';
import type { ClientLink, ClientListener } from './endpoint.ts';
import { Receipts } from './receipts.ts';
import { internalError, type OpenAsk, RequestAnswers, refusal } from './requestAnswers.ts';
import { type HookServerNames, type ServerAdmission, SessionServer } from './sessionServer.ts';
import type { UnverifiedServers } from './unverifiedServers.ts';
import { answeredElsewhere, askedAgain, stoppedByUser, withdrawalAtEnd, withdrawalBy } from './withdrawalTexts.ts';

/** What the sessions of a window share. */
export interface SharedByClients {
  readonly services: AgentServices;
  readonly numbers: AskNumbers;
  readonly unverified: UnverifiedServers;
  readonly hookServers: HookServerNames;
  /** For the requests that wait, and for the arguments of calls. */
  readonly budget: ByteBudget;
  /** Called when the calls of a session have changed. */
  readonly onChange: () => void;
}

interface OpenRequest extends OpenAsk {
  readonly end: AbortController;
  readonly release: () => void;
}

/** The number of requests and of probes of one client that may wait. */
const maxOpen = 100;
const maxProbes = 16;
/** The time that the end of a call waits for the receipts of its answers, in milliseconds. */
const receiptMs = 1000;

/**
 * One client that has proved that it has its key, from hello to the end of its connection. It is to the core what the connection to a
 * server is: its requests pass the same checks and limits, and stand in the same inbox.
 */
export class AgentSession implements ClientListener {
  readonly hello: HelloBody;
  readonly #link: ClientLink;
  readonly #shared: SharedByClients;
  readonly #server: SessionServer;
  readonly #elicitations: ElicitationHandler;
  readonly #calls: AgentCalls;
  readonly #receipts = new Receipts();
  readonly #answers: RequestAnswers;
  /** The requests that wait, by the client's id. */
  readonly #open = new Map<string, OpenRequest>();
  readonly #askingCalls = new Map<string, AskingCall>();
  #probes = 0;
  #protocolVersion: string | undefined;

  constructor(hello: HelloBody, link: ClientLink, shared: SharedByClients) {
    const { services, unverified, hookServers, budget, onChange } = shared;
    this.hello = hello;
    this.#link = link;
    this.#shared = shared;
    this.#server = new SessionServer({ hello, services, unverified, hookServers });
    this.#calls = new AgentCalls(budget, () => this.attribution, onChange);
    const { inbox, suspendedCalls, exchanges, rateLimiter, secrets, clock, memory, warn } = services;
    const sites = new VisitedSites(memory);
    const attribution = () => this.attribution;
    this.#elicitations = new ElicitationHandler({
      inbox,
      suspendedCalls,
      exchanges,
      rateLimiter,
      secrets,
      clock,
      // A getter: the id changes when the user connects the server.
      get urls() {
        return new UrlGuard(attribution().id, sites, () => undefined);
      },
      modes: { form: true, url: true },
      attribution,
      calls: () => this.calls,
      // The client says which call asks.
      callsAtServer: () => [],
      callOfTask: () => undefined,
      cancelCall: (callId) => this.stopCall(callId),
      warn,
    });
    this.#answers = new RequestAnswers({
      elicitations: this.#elicitations,
      receipts: this.#receipts,
      askingCall: (call) => this.#askingCall(call),
    });
  }

  get attribution(): Attribution {
    return this.#server.attribution;
  }

  /** The calls that have asked and have not ended. */
  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  /** The revision of MCP that the server speaks, if it has asked. */
  get protocolVersion(): string | undefined {
    return this.#protocolVersion;
  }

  /** Masks the secrets in the arguments of the calls. */
  get mask(): (text: string) => string {
    const [first, ...others] = this.#calls.masks;
    return (text) => (first ? first.mask(text, ...others) : text);
  }

  onMessage(message: ClientMessage, bytes: number): void {
    switch (message.type) {
      case 'ask':
        this.#receive(message, bytes);
        break;
      case 'withdraw':
        if (this.#open.get(message.id)?.ask.number === message.number) {
          this.#withdraw(message.id, withdrawalBy(message.reason, this.#agent));
        }
        break;
      case 'receipt':
        this.#receipts.receive(message);
        break;
      case 'complete':
        this.#elicitations.pages.completions.complete(message.elicitationId);
        break;
      case 'callState':
        this.#calls.setState(message);
        break;
      case 'callEnded':
        this.#endCall(message);
        break;
      case 'probe':
        void this.#reportPresence(message.id);
    }
  }

  onClose(why: 'lost' | Closing['reason']): void {
    const withdrawal = withdrawalAtEnd(why, this.#agent);
    for (const id of [...this.#open.keys()]) {
      this.#withdraw(id, withdrawal);
    }
    this.#elicitations.withdraw(withdrawal);
    this.#receipts.end();
    for (const { id } of this.calls) {
      this.#forgetCall(id, why === 'lost' ? 'lost' : 'stopped');
      this.#calls.remove(this.#calls.idOf(id) ?? '');
    }
  }

  /** Closes the connection. */
  close(): void {
    this.#link.close();
  }

  /** Ends a call for the agent too, because the user stops it. False if it is not one of this client. */
  stopCall(callId: string): boolean {
    const call = this.#calls.idOf(callId);
    if (call === undefined) {
      return false;
    }
    this.#link.send({ type: 'stopCall', call });
    const withdrawal = stoppedByUser();
    for (const [id, open] of [...this.#open]) {
      // A pushed request is answered `cancel`. The others belong to the call alone, which has ended.
      if (open.call?.id === callId && open.ask.request.kind !== 'pushed') {
        this.#withdraw(id, withdrawal);
      }
    }
    this.#elicitations.withdraw(withdrawal, callId);
    return true;
  }

  /** Gives a request of the hook back to the agent. False if the request is not one of this client, or the client is no hook. */
  answerElsewhere(requestId: string): boolean {
    const isOurs = this.#shared.services.inbox.get(requestId)?.server === this.attribution;
    const [open] = this.#open.values();
    if (this.hello.kind !== 'hook' || !isOurs || !open) {
      return false;
    }
    const { id } = open.ask;
    this.#send(open.ask, { kind: 'elsewhere' });
    this.#withdraw(id, answeredElsewhere(this.#agent));
    return true;
  }

  get #agent(): string {
    return agentName(this.hello.client);
  }

  #receive(ask: Ask, bytes: number): void {
    const { numbers, budget, services } = this.#shared;
    const { client, session } = this.hello;
    if (!numbers.admit([client, session], ask.id, ask.number)) {
      services.warn(`A request of ${client} was overtaken by one with a newer number, and is not asked.`);
      return;
    }
    this.#withdraw(ask.id, askedAgain(this.#agent));
    const release = this.#open.size < maxOpen ? budget.take(bytes) : undefined;
    if (!release) {
      this.#send(ask, refusal(ask, tooManyError));
      return;
    }
    const tooDeep = isNestedTooDeep(ask);
    const named = tooDeep ? [] : ask.calls.map((call) => this.#calls.note(call));
    const end = new AbortController();
    const open: OpenRequest = {
      ask,
      call: named.length === 1 ? named[0] : undefined,
      signal: end.signal,
      end,
      release,
      reply: (answer) => {
        const isOpen = this.#open.get(ask.id) === open;
        if (isOpen) {
          this.#close(open);
          this.#send(ask, answer);
        }
        return isOpen;
      },
    };
    this.#open.set(ask.id, open);
    this.#protocolVersion = ask.protocolVersion ?? this.#protocolVersion;
    void this.#answer(open, tooDeep);
  }

  async #answer(open: OpenRequest, tooDeep: boolean): Promise<void> {
    try {
      const admission = await this.#server.admit(open.ask, open.signal);
      if (open.signal.aborted) {
        return;
      }
      if (admission !== 'allowed') {
        this.#refuse(open, ...refusalsByAdmission[admission]);
      } else if (tooDeep) {
        this.#refuse(open, tooDeepError, 'messageDepth');
      } else {
        await this.#answers.answer(open);
      }
    } catch (error) {
      if (!open.signal.aborted) {
        this.#shared.services.warn(`A request of ${this.hello.client} could not be shown: ${errorText(error, 300)}`);
        open.reply(refusal(open.ask, internalError));
      }
    } finally {
      this.#close(open);
    }
  }

  /** Refuses a request unread, and records it. */
  #refuse(open: OpenRequest, error: AnswerError, limit: LimitCode): void {
    this.#elicitations.recordUnread(error, limit);
    open.reply(refusal(open.ask, error));
  }

  #close(open: OpenRequest): void {
    open.release();
    if (this.#open.get(open.ask.id) === open) {
      this.#open.delete(open.ask.id);
    }
  }

  /** Ends a request without an answer. */
  #withdraw(id: string, withdrawal: Withdrawal): void {
    const open = this.#open.get(id);
    if (!open) {
      return;
    }
    this.#close(open);
    open.end.abort(new RequestEnd(withdrawal));
    if (open.ask.request.kind !== 'pushed') {
      this.#endAskingCall(open.call?.id, withdrawal.reason);
      this.#elicitations.withdraw(withdrawal, open.call?.id);
    }
  }

  #endCall(ended: CallEnded): void {
    const { services } = this.#shared;
    services.callEnded?.(this.#calls.ended(ended));
    const call = this.#calls.remove(ended.call);
    if (!call) {
      return;
    }
    const withdrawal = withdrawalAtCallEnd(ended, this.#agent);
    for (const [id, open] of [...this.#open]) {
      if (open.call?.id === call.id && withdrawal) {
        this.#withdraw(id, withdrawal);
      }
    }
    this.#forgetCall(call.id, callEnds[ended.outcome]);
  }

  #forgetCall(callId: string, end: CallEnd): void {
    const { deliveries } = this.#shared.services.inbox;
    this.#endAskingCall(callId, withdrawalBy('callEnded', this.#agent).reason);
    this.#elicitations.callEnded(callId, end);
    void deliveries.waitUntilSent(callId, receiptMs).then(() => deliveries.endAllOfCall(callId, end));
  }

  #askingCall(call: Call): AskingCall {
    const asking = this.#askingCalls.get(call.id) ?? new AskingCall(this.#elicitations, call);
    this.#askingCalls.set(call.id, asking);
    return asking;
  }

  #endAskingCall(callId: string | undefined, reason: string): void {
    if (callId !== undefined) {
      this.#askingCalls.get(callId)?.end(new HostError({ name: 'CallCancelled', summary: reason }));
      this.#askingCalls.delete(callId);
    }
  }

  #send({ id, number }: Ask, answer: AnswerBody): void {
    this.#link.send({ type: 'answer', id, number, answer });
  }

  async #reportPresence(id: number): Promise<void> {
    if (this.#probes === maxProbes) {
      this.close();
      return;
    }
    this.#probes += 1;
    const present = await this.#shared.services.presence.check();
    this.#probes -= 1;
    this.#link.send({ type: 'presence', id, present });
  }
}

/** The pause that a client is told after which its server may ask again, in milliseconds. */
const retryAfterMs = 60_000;

const tooManyError: AnswerError = {
  code: rateLimitErrorCode,
  message: 'Too many requests wait for the user already.',
  data: { reason: 'rate_limited', retryAfterMs },
};

const tooDeepError: AnswerError = {
  code: ProtocolErrorCode.InvalidParams,
  message: 'The request is nested too deep.',
};

const refusalsByAdmission: Readonly<
  Record<Exclude<ServerAdmission, 'allowed'>, readonly [error: AnswerError, limit: LimitCode]>
> = {
  stop: [
    {
      code: rateLimitErrorCode,
      message: 'The user does not let this server ask, because it is not the one that was connected.',
      data: { reason: 'muted', retryAfterMs },
    },
    'muted',
  ],
  tooMany: [tooManyError, 'requestsPerMinute'],
};

const callEnds: Readonly<Record<CallEnded['outcome'], CallEnd>> = {
  result: 'answered',
  toolError: 'answered',
  error: 'answered',
  cancelled: 'stopped',
  timedOut: 'stopped',
  lost: 'lost',
};

/**
 * Why the requests of a call are withdrawn that has ended; `undefined` for a result, after which pushed requests may stay open (up to
 * 2025-11-25).
 */
function withdrawalAtCallEnd({ outcome }: CallEnded, agent: string): Withdrawal | undefined {
  switch (outcome) {
    case 'result':
    case 'toolError':
      return undefined;
    case 'cancelled':
      return withdrawalBy('interrupted', agent);
    case 'lost':
      return withdrawalBy('serverEnded', agent);
    case 'error':
    case 'timedOut':
      return withdrawalBy('callEnded', agent);
  }
}
