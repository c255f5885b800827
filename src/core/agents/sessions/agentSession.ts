import type { AnswerBody, Ask, CallEnded, ClientMessage, Closing, HelloBody } from '#agentProtocol/agentMessages.ts';
import type { ClientLink, ClientListener } from '#core/agents/endpoint/clientLink.ts';
import { agentName } from '#core/agents/home/agentNames.ts';
import type { ConnectionListing } from '#core/agents/home/clientConnections.ts';
import { errorText } from '#core/common/errors.ts';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { Call } from '#core/model/call.ts';
import type { Attribution, Withdrawal } from '#core/model/elicitationRequest.ts';
import { AgentCalls, callEndOf } from './agentCalls.ts';
import { AskingCalls } from './askingCalls.ts';
import { clientElicitations } from './clientElicitations.ts';
import { Receipts } from './receipts.ts';
import { nestedTooDeep, notShown, type Refusal, refusalOf, stoppedServer, tooMany } from './refusals.ts';
import { RequestAnswers } from './requestAnswers.ts';
import { SessionServer } from './sessionServer.ts';
import type { SharedByClients } from './sharedByClients.ts';
import { type WaitingRequest, WaitingRequests } from './waitingRequests.ts';
import {
  answeredElsewhere,
  askedAgain,
  stoppedByUser,
  withdrawalAtCallEnd,
  withdrawalAtEnd,
  withdrawalBy,
} from './withdrawalTexts.ts';

/** The number of probes of one client that may wait. */
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
  readonly #open: WaitingRequests;
  readonly #askingCalls: AskingCalls;
  #probes = 0;
  #protocolVersion: string | undefined;

  constructor(hello: HelloBody, link: ClientLink, shared: SharedByClients) {
    const { services, unverified, accounts, hookServers, requestBytes, argumentBytes, onChange } = shared;
    this.hello = hello;
    this.#link = link;
    this.#shared = shared;
    this.#server = new SessionServer({ hello, services, unverified, accounts, hookServers });
    this.#open = new WaitingRequests(requestBytes, (ask, answer) => this.#send(ask, answer));
    this.#calls = new AgentCalls(argumentBytes, () => this.attribution, onChange);
    this.#elicitations = clientElicitations(services, {
      attribution: () => this.attribution,
      calls: () => this.calls,
      stopCall: (callId) => this.stopCall(callId),
    });
    this.#askingCalls = new AskingCalls(this.#elicitations);
    this.#answers = new RequestAnswers(this.#elicitations, this.#receipts, this.#askingCalls, hello.kind === 'hook');
  }

  /** Finds out whether the user has connected the server. Called before any message. */
  identify(): Promise<void> {
    return this.#server.identify();
  }

  get attribution(): Attribution {
    return this.#server.attribution;
  }

  /** The calls that have asked and have not ended; none before the server may be shown. */
  get calls(): readonly Call[] {
    return this.#server.isAdmitted ? this.#calls.all : [];
  }

  /** The revision of MCP that the server speaks, if it has asked. */
  get protocolVersion(): string | undefined {
    return this.#protocolVersion;
  }

  /** Masks the secrets in the arguments of the calls. */
  get mask(): (text: string) => string {
    return this.#calls.mask;
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

  /** Closes the connection if the server is not among what the user has connected of the client any more. */
  async check(listing: ConnectionListing): Promise<void> {
    const { attribution } = this;
    await this.#server.check(listing);
    this.closeIfDisconnected();
    if (attribution !== this.attribution) {
      this.#calls.attributeAgain();
    }
  }

  /** The client then works as if no window were open. */
  closeIfDisconnected(isDisconnected = this.#server.isDisconnected): void {
    if (isDisconnected) {
      this.#link.close({ type: 'closing', reason: 'disabled', isDisconnected: true });
    }
  }

  onClose(why: 'lost' | Closing['reason']): void {
    const withdrawal = withdrawalAtEnd(why, this.#server.isDisconnected ? this.attribution.name : this.#agent);
    for (const { ask } of this.#open.all) {
      this.#withdraw(ask.id, withdrawal);
    }
    this.#elicitations.withdraw(withdrawal);
    this.#receipts.end();
    const end = why === 'lost' ? 'lost' : 'stopped';
    this.#answers.callEnded(end);
    for (const { id } of this.#calls.all) {
      this.#forgetCall(id, end);
      this.#calls.remove(this.#calls.idOf(id) ?? '');
    }
  }

  /** Closes the connection. */
  close(): void {
    this.#link.close();
  }

  /** Ends all calls that have asked. */
  stopCalls(): void {
    for (const { id } of this.#calls.all) {
      this.stopCall(id);
    }
  }

  /** Ends a call for the agent too, because the user stops it. False if it is not one of this client. */
  stopCall(callId: string): boolean {
    const call = this.#calls.idOf(callId);
    if (call === undefined) {
      return false;
    }
    this.#link.send({ type: 'stopCall', call });
    const withdrawal = stoppedByUser();
    for (const { ask, call } of this.#open.all) {
      // A pushed request is answered `cancel`. The others belong to the call alone, which has ended.
      if (call?.id === callId && ask.request.kind !== 'pushed') {
        this.#withdraw(ask.id, withdrawal);
      }
    }
    this.#elicitations.withdraw(withdrawal, callId);
    return true;
  }

  /** Gives a request of the hook back to the agent. False if the request is not one of this client, or the agent cannot ask. */
  answerElsewhere(requestId: string): boolean {
    const { attribution } = this;
    const isOurs = this.#shared.services.inbox.get(requestId)?.server === attribution;
    const [open] = this.#open.all;
    if (!attribution.asker?.hook?.isAttended || !isOurs || !open) {
      return false;
    }
    this.#send(open.ask, { kind: 'elsewhere' });
    this.#withdraw(open.ask.id, answeredElsewhere(this.#agent));
    return true;
  }

  get #agent(): string {
    return agentName(this.hello.client);
  }

  #receive(ask: Ask, bytes: number): void {
    const { numbers, services } = this.#shared;
    const { client, session } = this.hello;
    if (!numbers.admit([client, session], ask.id, ask.number)) {
      services.warn(`A request of ${client} was overtaken by one with a newer number, and is not asked.`);
      return;
    }
    this.#withdraw(ask.id, askedAgain(this.#agent));
    const tooDeep = isNestedTooDeep(ask);
    const named = tooDeep ? [] : ask.calls.map((call) => this.#calls.note(call, ask.ageMs));
    const open = this.#open.add(ask, named, bytes);
    if (!open) {
      this.#send(ask, refusalOf(ask, tooMany));
      return;
    }
    this.#protocolVersion = ask.protocolVersion ?? this.#protocolVersion;
    void this.#answer(open, tooDeep);
  }

  async #answer(open: WaitingRequest, tooDeep: boolean): Promise<void> {
    try {
      const refusal = (await this.#admit(open)) ?? (tooDeep ? nestedTooDeep : undefined);
      if (open.signal.aborted) {
        return;
      }
      if (refusal) {
        this.#elicitations.recordUnread(refusal.error, refusal.limit);
        open.reply(refusalOf(open.ask, refusal));
      } else {
        await this.#answers.answer(open);
      }
    } catch (error) {
      if (!open.signal.aborted) {
        this.#shared.services.warn(`A request of ${this.hello.client} could not be shown: ${errorText(error, 300)}`);
        open.reply(refusalOf(open.ask, notShown));
      }
    } finally {
      open.close();
      this.#askingCalls.keep(() => [...this.#calls.all, ...this.#open.all.flatMap(({ call }) => call ?? [])]);
    }
  }

  /** Checks whether the server may ask. @throws the signal's reason if the request is withdrawn */
  async #admit({ ask, signal }: WaitingRequest): Promise<Refusal | undefined> {
    const { attribution } = this;
    const admission = await this.#server.admit(ask, signal);
    // A server that is connected again since asks again in its next connection.
    this.closeIfDisconnected(admission === 'disconnected' || this.#server.isDisconnected);
    if (attribution !== this.attribution) {
      this.#calls.attributeAgain();
    }
    return { allowed: undefined, disconnected: stoppedServer, stop: stoppedServer, tooMany }[admission];
  }

  /** Ends a request without an answer. */
  #withdraw(id: string, withdrawal: Withdrawal): void {
    const open = this.#open.withdraw(id, withdrawal);
    if (open && open.ask.request.kind !== 'pushed') {
      this.#askingCalls.end(open.call?.id ?? '', withdrawal.reason);
      this.#elicitations.withdraw(withdrawal, open.call?.id);
    }
  }

  #endCall(ended: CallEnded): void {
    const { services } = this.#shared;
    this.#server.isAdmitted && services.callEnded?.(this.#calls.ended(ended));
    const call = this.#calls.remove(ended.call);
    if (!call) {
      return;
    }
    const withdrawal = withdrawalAtCallEnd(ended, this.#agent);
    for (const open of this.#open.all) {
      if (withdrawal && open.call?.id === call.id) {
        this.#withdraw(open.ask.id, withdrawal);
      }
    }
    this.#forgetCall(call.id, callEndOf(ended));
  }

  #forgetCall(callId: string, end: CallEnd): void {
    const { deliveries } = this.#shared.services.inbox;
    this.#askingCalls.end(callId, withdrawalBy('callEnded', this.#agent).reason);
    this.#elicitations.callEnded(callId, end);
    this.#answers.callEnded(end, callId);
    void deliveries.waitUntilSent(callId, receiptMs).then(() => deliveries.endAllOfCall(callId, end));
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
