import { randomUUID } from 'node:crypto';
import { type JSONRPCErrorResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { Emitter, type Event } from '#core/common/events.ts';
import { LogThrottle } from '#core/common/logThrottle.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { Call } from '#core/model/call.ts';
import { callReference, type PositionInGroup, type Withdrawal } from '#core/model/elicitationRequest.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { inOneLine } from '#form/text.ts';
import { Admission } from './admission.ts';
import { CallGroups } from './callGroups.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import { type Elicitation, readElicitation } from './elicitationParams.ts';
import { type ElicitResult, elicitResultOf, replyWithoutSecrets } from './elicitResult.ts';
import { exchangeFindings, refusalCodes } from './exchangeFindings.ts';
import { OpenedPages } from './openedPages.ts';
import { declinedNote, declineResult, PreviousAnswers } from './previousAnswers.ts';
import { PushedAnswers } from './pushedAnswers.ts';
import { type PushedRequestContext, relatedTask, reportWaiting, withdrawalOf } from './pushedRequest.ts';
import { refusedElicitation } from './refusedElicitation.ts';
import { attributedCall } from './requestAttribution.ts';
import { ServerExchanges } from './serverExchanges.ts';

/** A request on its way into the inbox. */
interface ArrivingElicitation {
  /** The host's id, unique in this window. */
  readonly id: string;
  readonly elicitation: Elicitation;
  readonly call: Call | undefined;
  readonly candidates?: readonly Call[] | undefined;
  readonly group?: PositionInGroup | undefined;
  /** True if the caller of `ask` reports the delivery of the answer to `Inbox.deliveries`. */
  readonly isDelivered?: boolean;
}

/** An `elicitation/create` request as received. */
interface ReceivedRequest {
  readonly method: 'elicitation/create';
  readonly params?: unknown;
}

const defaultKeepAliveMs = 20_000;
const loggedRefusalsPerSecond = 10;

/** The elicitations of one connection: `handle` is for pushed requests, `ask` for those of rounds and for required URLs. */
export class ElicitationHandler {
  readonly context: ElicitationContext;
  readonly exchanges: ServerExchanges;
  readonly pages: OpenedPages;
  readonly admission: Admission;
  readonly previousAnswers = new PreviousAnswers();
  /** The ids of the connection's requests in the inbox. */
  readonly #open = new Set<string>();
  /** The requests whose call is unknown. Lost ones end with the last of their calls: the reply might not be received. */
  readonly #unattributed = new CallGroups();
  readonly #pushedAnswers: PushedAnswers;
  readonly #loggedRefusals: LogThrottle;
  readonly #changed = new Emitter<void>();

  /** Fires when a request of the connection has entered or left the inbox. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(context: ElicitationContext) {
    this.context = context;
    this.exchanges = new ServerExchanges(context);
    this.pages = new OpenedPages(context);
    this.admission = new Admission(context, this.pages);
    this.#pushedAnswers = new PushedAnswers(context, this.exchanges);
    this.#loggedRefusals = new LogThrottle(loggedRefusalsPerSecond, (count) =>
      context.warn(`${count} more elicitations were refused within a second.`),
    );
  }

  /** True while a request of the connection is in the inbox. */
  get anyOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Handles an `elicitation/create` request that the server pushed (revisions up to 2025-11-25), and returns the result for the
   * server. An accepted URL request is replied to at once, because `accept` means consent, not completion.
   * @throws ProtocolError and no other error, because the server receives the message
   */
  async handle(params: unknown, pushed: PushedRequestContext): Promise<ElicitResult> {
    const id = randomUUID();
    const call = attributedCall(pushed, this.context);
    const received: ReceivedRequest = { method: 'elicitation/create', params };
    if (!this.context.modes.form && !this.context.modes.url) {
      throw this.#refuseUndeclared(id, call);
    }
    try {
      const elicitation = this.admission.admitPushed(call, () => this.read(params, 'legacy'));
      const { candidates, trackReply } = pushed;
      const request = { id, elicitation, call, candidates, isDelivered: trackReply !== undefined };
      this.#recordArrival(request, received);
      if (this.previousAnswers.isDeclinedForCall(elicitation, call)) {
        return this.#declineAgain(id, pushed);
      }
      const settlement = await this.#askPushed(request, pushed);
      const { waitsForPage, signal } = pushed;
      const settled = waitsForPage ? await this.pages.throughPage(request, settlement, signal) : settlement;
      return this.#reply(request, settled, pushed);
    } catch (error) {
      throw error instanceof ProtocolError
        ? this.#recordRefusal({ id, received, call }, error)
        : this.#internalError(id, error);
    }
  }

  /** Records a request that was refused before it was read, because it exceeds `limit` or is malformed. */
  recordUnread({ code, message }: JSONRPCErrorResponse['error'], limit: LimitCode | undefined): void {
    const error = refusedElicitation(code, message, { limits: limit ? [limit] : [], unread: true });
    const call = attributedCall({}, this.context);
    this.#recordRefusal({ id: randomUUID(), received: { method: 'elicitation/create' }, call }, error);
  }

  /** @throws ProtocolError -32602 as `readElicitation` */
  read(params: unknown, era: 'legacy' | 'modern'): Elicitation {
    const { modes, secrets } = this.context;
    return readElicitation(params, { modes, era, secrets: secrets?.() });
  }

  /** Adds a request to the inbox synchronously, and waits until it is settled, without a time limit. */
  async ask({ id, elicitation, call, candidates = [], group, isDelivered }: ArrivingElicitation): Promise<Settlement> {
    const { inbox, attribution, urls } = this.context;
    this.#open.add(id);
    this.#changed.fire();
    try {
      const common = {
        id,
        server: attribution(),
        call: call && callReference(call),
        ...(candidates.length > 0 && { candidates: candidates.map(callReference) }),
        isStartedByUser: call?.origin === 'user',
        group,
        declinedBefore: this.previousAnswers.isDeclinedBefore(elicitation, call),
      };
      const settlement = await inbox.ask(
        elicitation.mode === 'form'
          ? { ...common, ...elicitation, acceptedBefore: this.previousAnswers.contentOf(elicitation, call) }
          : { ...common, ...elicitation, findings: urls.findings(elicitation.parsedUrl) },
        isDelivered,
      );
      this.#remember(settlement, elicitation, call);
      return settlement;
    } finally {
      this.#open.delete(id);
      this.#unattributed.remove(id);
      this.#changed.fire();
    }
  }

  /** Logs the reason of a refusal. If there are many in a second, the others are only counted. */
  logRefusal(reason: string): void {
    if (this.#loggedRefusals.admit()) {
      this.context.warn(`An elicitation was refused: ${inOneLine(reason, 300)}`);
    }
  }

  /** Withdraws the open requests of a call and closes the cards of its opened pages; without `callId`, those of all calls. */
  withdraw(withdrawal: Withdrawal, callId?: string): void {
    const matches = (call: { id: string } | undefined) => callId === undefined || call?.id === callId;
    this.context.inbox.withdrawWhere(({ id, call }) => this.#open.has(id) && matches(call), withdrawal);
    this.pages.end(callId);
    if (callId === undefined) {
      this.#pushedAnswers.connectionEnded(withdrawal.by === 'connection' ? 'lost' : 'stopped');
    } else if (withdrawal.by === 'connection') {
      this.#unattributed.markLost(callId);
    }
  }

  /** Ends everything that belongs to a call, because the call has ended. No answer of the call is sent from then on. */
  callEnded(callId: string, end: CallEnd = 'stopped'): void {
    const { inbox, rateLimiter, attribution } = this.context;
    this.#pushedAnswers.callEnded(callId, end);
    for (const { id, isLost } of this.#unattributed.removeCall(callId)) {
      if (isLost) {
        inbox.withdraw(id, { by: 'connection', reason: t('The connection to the server was lost.') });
      }
    }
    this.pages.end(callId);
    this.previousAnswers.callEnded(callId);
    rateLimiter.callEnded(attribution().id, callId);
  }

  #recordArrival({ id, elicitation, call }: ArrivingElicitation, received: ReceivedRequest): void {
    if (call) {
      this.#pushedAnswers.requestArrived(call.id);
    }
    const findings = exchangeFindings(elicitation, received.params, this.context.urls);
    this.exchanges.addRequest({ id, arrival: 'pushed', received, ...findings }, call);
  }

  #declineAgain(id: string, { meta }: PushedRequestContext): ElicitResult {
    const result = { ...declineResult, ...relatedTask(meta) };
    this.exchanges.setReply(id, result, declinedNote, 'declined');
    return result;
  }

  async #askPushed(request: ArrivingElicitation, pushed: PushedRequestContext): Promise<Settlement> {
    const { inbox, keepAliveMs = defaultKeepAliveMs } = this.context;
    const { signal } = pushed;
    if (signal.aborted) {
      return { kind: 'withdrawn', withdrawal: withdrawalOf(signal) };
    }
    const withdraw = () => inbox.withdraw(request.id, withdrawalOf(signal));
    signal.addEventListener('abort', withdraw, { once: true });
    if (!request.call) {
      this.#unattributed.add(request.id, this.context.calls());
    }
    const stopReporting = reportWaiting(pushed, keepAliveMs);
    try {
      return await this.ask(request);
    } finally {
      stopReporting();
      signal.removeEventListener('abort', withdraw);
    }
  }

  #reply(request: ArrivingElicitation, settlement: Settlement, pushed: PushedRequestContext): ElicitResult {
    const { id, elicitation, call } = request;
    const { inbox, calls } = this.context;
    const result = { ...elicitResultOf(elicitation, settlement), ...relatedTask(pushed.meta) };
    if (inbox.deliveries.get(id) && !pushed.signal.aborted) {
      this.#pushedAnswers.add({ id, elicitation, call, result }, pushed);
    } else {
      inbox.deliveries.dismiss(id);
      this.#recordReply(request, result, settlement, pushed.signal);
    }
    const inFlight = call && calls().some(({ id }) => id === call.id) ? call : undefined;
    if (elicitation.mode === 'url' && result.action === 'accept' && !pushed.waitsForPage) {
      void this.pages.watch(elicitation, inFlight);
    } else if (elicitation.mode === 'form' && inFlight && result.content) {
      this.previousAnswers.acceptedIn(inFlight).addForm(elicitation, result.content);
    }
    return result;
  }

  #recordReply(
    { id, elicitation }: ArrivingElicitation,
    result: ElicitResult,
    settlement: Settlement,
    signal: AbortSignal,
  ): void {
    const reason = settlement.kind === 'withdrawn' ? settlement.withdrawal.reason : undefined;
    if (signal.aborted) {
      // The SDK drops the result of a request that the server has cancelled.
      this.exchanges.setNoReply(id, `Nothing was sent. ${reason ?? 'The server did not wait for the answer.'}`);
    } else {
      const { sent, note } = replyWithoutSecrets(elicitation, result);
      this.exchanges.setReply(id, sent, reason ?? note);
    }
  }

  /** Updates the state that depends on the user's answers. A cancel is no answer: the next request of the call is not free. */
  #remember(settlement: Settlement, elicitation: Elicitation, call: Call | undefined): void {
    const { attribution, rateLimiter, urls } = this.context;
    const decision = settlement.kind === 'decided' ? settlement.decision : undefined;
    if (decision) {
      this.previousAnswers.addDecision(decision, elicitation, call);
    }
    if (elicitation.mode === 'url') {
      if (decision?.action === 'accept') {
        urls.addOpened(elicitation.parsedUrl);
      }
      void settlement.opening?.then((opened) => opened && urls.addOpened(elicitation.parsedUrl));
    }
    if (call && decision && decision.action !== 'cancel') {
      rateLimiter.userAnswered(attribution().id, call.id);
    }
  }

  /** Refuses a request because no mode is declared. The rate limits do not apply, so the request is neither read nor kept. */
  #refuseUndeclared(id: string, call: Call | undefined): ProtocolError {
    const codes = { findings: ['refused.mode'], unread: true };
    const error = refusedElicitation(ProtocolErrorCode.MethodNotFound, 'Method not found', codes);
    return this.#recordRefusal({ id, received: { method: 'elicitation/create' }, call }, error);
  }

  #recordRefusal(
    { id, received, call }: { id: string; received: ReceivedRequest; call: Call | undefined },
    error: ProtocolError,
  ): ProtocolError {
    this.logRefusal(error.message);
    const findings = [`Refused: ${error.message}`];
    const codes = refusalCodes(error, received.params, this.context.urls);
    this.exchanges.addRequest({ id, arrival: 'pushed', received, findings, codes }, call);
    this.exchanges.setRefusal(id, error);
    return error;
  }

  #internalError(id: string, error: unknown): ProtocolError {
    this.context.warn(`An elicitation could not be shown: ${error instanceof Error ? error.stack : String(error)}`);
    const failure = new ProtocolError(ProtocolErrorCode.InternalError, 'The request could not be shown.');
    this.exchanges.setRefusal(id, failure);
    return failure;
  }
}
