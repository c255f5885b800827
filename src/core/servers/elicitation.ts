import { randomUUID } from 'node:crypto';
import { type JSONRPCErrorResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { inOneLine } from '../../form/text.ts';
import type { CallEnd, Deliveries } from '../elicitation/delivery.ts';
import { Emitter, type Event } from '../events.ts';
import type { Codes, Limit } from '../inbox/codes.ts';
import type { Exchange } from '../inbox/exchanges.ts';
import type { Settlement } from '../inbox/inbox.ts';
import { askingCall, type Decision, type FormRequest, type RequestGroup, type Withdrawal } from '../inbox/request.ts';
import { Accepted } from './accepted.ts';
import { Admission } from './admission.ts';
import type { Call } from './call.ts';
import { causeOf } from './causeOf.ts';
import { Declined, declined, declinedNote } from './declined.ts';
import type { ElicitationModes } from './definition.ts';
import { type Elicitation, type FormElicitation, readElicitation, urlIn } from './elicitationParams.ts';
import { type ElicitResult, resultOf } from './elicitResult.ts';
import { ExchangeRecord } from './exchangeRecord.ts';
import { findingsOf } from './findings.ts';
import { keptReply } from './keptReply.ts';
import { OpenedPages } from './openedPages.ts';
import { Orphans } from './orphans.ts';
import { type PushContext, relatedTask, showLife } from './pushContext.ts';
import type { QuestionsPorts } from './questionsPorts.ts';
import { codesOf, refusedElicitation } from './refusedElicitation.ts';
import { Sparing } from './sparing.ts';

/** A question on its way into the inbox. */
export interface Asking {
  /** Ours, unique. */
  readonly id: string;
  readonly elicitation: Elicitation;
  readonly call: Call | undefined;
  readonly group?: RequestGroup | undefined;
  /** `Questions.deliveries` is told what becomes of the answer. */
  readonly isDelivered?: boolean;
}

/** A pushed question that nobody is asked. */
interface RefusedPush {
  readonly id: string;
  readonly received: { readonly method: string; readonly params?: unknown };
  readonly error: ProtocolError;
  readonly call: Call | undefined;
}

const defaultKeepAliveMs = 20_000;
const refusalsPerSecond = 10;

/** The questions that one connection's server has asked. */
export class Questions {
  /** What was asked and replied, as it crossed the wire. */
  readonly record: ExchangeRecord;
  readonly pages: OpenedPages;
  readonly admission: Admission;
  readonly #ports: QuestionsPorts;
  /** Ids in the inbox. */
  readonly #open = new Set<string>();
  /** The calls that pushed requests may belong to whose answers are on their way, by the requests' ids. */
  readonly #answering = new Map<string, Set<string>>();
  /** Pushed requests whose answers are on their way. */
  readonly #replying = new Set<string>();
  readonly #orphans = new Orphans();
  /** By call. */
  readonly #accepted = new Map<string, Accepted>();
  readonly #declined = new Declined();
  readonly #refusals: Sparing;
  readonly #changed = new Emitter<void>();

  /** A question was asked, or settled. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(ports: QuestionsPorts) {
    this.#ports = ports;
    this.record = new ExchangeRecord(ports);
    this.pages = new OpenedPages(ports);
    this.admission = new Admission({
      ...ports,
      limiter: ports.rateLimiter,
      pages: this.pages,
      serverId: () => ports.attribution().id,
    });
    this.#refusals = new Sparing(refusalsPerSecond, (count) =>
      ports.warn(`${count} more elicitations were refused within a second.`),
    );
  }

  /** True while a person is asked. */
  get anyOpen(): boolean {
    return this.#open.size > 0;
  }

  /** What becomes of the answers. */
  get deliveries(): Deliveries {
    return this.#ports.inbox.deliveries;
  }

  get modes(): ElicitationModes {
    return this.#ports.modes;
  }

  /** @throws ProtocolError -32602: see `readElicitation`. */
  read(params: unknown, era: 'legacy' | 'modern'): Elicitation {
    const { modes, secrets } = this.#ports;
    return readElicitation(params, { modes, era, secrets: secrets?.() });
  }

  /** What is found in an elicitation, in sentences and in codes; `params` are the raw ones. */
  found(elicitation: Elicitation, params: unknown): Pick<Exchange, 'findings' | 'codes'> {
    if (elicitation.mode === 'form') {
      return { findings: findingsOf(elicitation, params, []), codes: {} };
    }
    const ofUrl = this.#ports.urls.findings(elicitation.reading);
    return { findings: findingsOf(elicitation, params, ofUrl), codes: { findings: ofUrl.map(({ code }) => code) } };
  }

  /** The codes of one that was refused with `error`: why, and what is odd about its URL where that can be read. */
  refusedCodes(error: unknown, params: unknown): Codes {
    const codes = codesOf(error) ?? {};
    const url = codes.unread ? undefined : urlIn(params);
    const ofUrl = url ? this.#ports.urls.findings(url).map(({ code }) => code) : [];
    return url ? { ...codes, findings: [...(codes.findings ?? []), ...ofUrl] } : codes;
  }

  /**
   * Answers a pushed `elicitation/create` (revisions up to 2025-11-25). A page that is accepted is answered at once: the
   * answer means consent, not completion.
   * @throws ProtocolError, the only error whose words reach the server.
   */
  async answerPushed(params: unknown, context: PushContext): Promise<ElicitResult> {
    const id = randomUUID();
    const call = causeOf(context, this.#ports);
    if (!this.modes.form && !this.modes.url) {
      throw this.#refusedUndeclared(id, call);
    }
    const received = { method: 'elicitation/create', params };
    try {
      const elicitation = this.admission.pushed(call, () => this.read(params, 'legacy'));
      this.record.asked({ id, way: 'pushed', received, ...this.found(elicitation, params) }, call);
      if (this.isDeclined(elicitation, call)) {
        const again = { ...declined, ...relatedTask(context.meta) };
        this.record.replied(id, again, declinedNote, 'declined');
        return again;
      }
      const isDelivered = context.tie !== undefined;
      const settlement = await this.#askPushed({ id, elicitation, call, isDelivered }, context);
      const result = { ...resultOf(elicitation, settlement), ...relatedTask(context.meta) };
      if (this.deliveries.get(id) && !context.signal.aborted) {
        this.#deliver({ id, elicitation, call }, result, context);
      } else {
        this.deliveries.dismiss(id);
        this.#recordReply({ id, elicitation, call }, result, settlement, context.signal);
      }
      this.#remember(elicitation, result, call);
      return result;
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#recordRefused({ id, received, error, call });
        throw error;
      }
      this.#ports.warn(`An elicitation could not be shown: ${error instanceof Error ? error.stack : String(error)}`);
      const failure = new ProtocolError(ProtocolErrorCode.InternalError, 'The request could not be shown.');
      this.record.refused(id, failure);
      throw failure;
    }
  }

  /** A pushed `elicitation/create` was refused with `error` before any of it was looked at: it met `limit`, or is malformed. */
  refusedUnread({ code, message }: JSONRPCErrorResponse['error'], limit: Limit | undefined): void {
    const error = refusedElicitation(code, message, { limits: limit ? [limit] : [], unread: true });
    const call = causeOf({}, this.#ports);
    this.#recordRefused({ id: randomUUID(), received: { method: 'elicitation/create' }, error, call });
  }

  /** Asks, and waits however long it takes. The question is in the inbox when this returns. */
  async ask({ id, elicitation, call, group, isDelivered }: Asking): Promise<Settlement> {
    this.#open.add(id);
    this.#changed.fire();
    try {
      const common = {
        id,
        server: this.#ports.attribution(),
        call: call && askingCall(call),
        askedFor: call?.origin === 'person',
        group,
        declinedBefore: this.#declined.has(elicitation, call),
      };
      const settlement = await this.#ports.inbox.ask(
        elicitation.mode === 'form'
          ? { ...common, ...elicitation, ...this.#again(elicitation, call) }
          : { ...common, ...elicitation, findings: this.#ports.urls.findings(elicitation.reading) },
        isDelivered,
      );
      if (settlement.kind === 'decided') {
        this.#learn(settlement.decision, elicitation, call);
      }
      if (elicitation.mode === 'url') {
        void settlement.opening?.then((opened) => opened && this.#ports.urls.opened(elicitation.reading));
      }
      return settlement;
    } finally {
      this.#open.delete(id);
      this.#orphans.settled(id);
      this.#changed.fire();
    }
  }

  /** True when the person wants the same declined for the rest of this call: they are not asked again. */
  isDeclined(elicitation: Elicitation, call: Call | undefined): boolean {
    return this.#declined.stands(elicitation, call);
  }

  /** Says in the server's log why nobody was asked; not each time where that is very often. */
  sayRefused(reason: string): void {
    if (this.#refusals.admits()) {
      this.#ports.warn(`An elicitation was refused: ${inOneLine(reason, 300)}`);
    }
  }

  /** What the person has accepted in this call, while it is in flight. */
  acceptedIn(call: Call): Accepted {
    const accepted = this.#accepted.get(call.id) ?? new Accepted();
    this.#accepted.set(call.id, accepted);
    return accepted;
  }

  /** Takes back the open questions of a call, or all of them, and puts the pages that were opened away. */
  withdraw(withdrawal: Withdrawal, callId?: string): void {
    const matches = (call: { id: string } | undefined) => callId === undefined || call?.id === callId;
    this.#ports.inbox.withdrawWhere(({ id, call }) => this.#open.has(id) && matches(call), withdrawal);
    this.pages.end(callId);
    if (callId === undefined) {
      // The connection ends: no reply leaves any more.
      for (const id of [...this.#replying]) {
        this.deliveries.end(id, withdrawal.by === 'connection' ? 'lost' : 'stopped');
      }
    } else if (withdrawal.by === 'connection') {
      this.#orphans.lost(callId);
    }
  }

  /** Takes back one question. */
  takeBack(id: string, withdrawal: Withdrawal): void {
    this.#ports.inbox.withdraw(id, withdrawal);
  }

  /** A call is not in flight any more; nothing is sent for it. */
  callEnded(callId: string, how: CallEnd = 'stopped'): void {
    for (const [id, calls] of [...this.#answering]) {
      if (calls.delete(callId) && calls.size === 0) {
        this.#answering.delete(id);
        this.deliveries.end(id, how);
      }
    }
    for (const id of this.#orphans.ended(callId)) {
      this.takeBack(id, { by: 'connection', reason: t('The connection to the server was lost.') });
    }
    this.pages.end(callId);
    this.#accepted.delete(callId);
    this.#declined.callEnded(callId);
    this.#ports.rateLimiter.ended(this.#ports.attribution().id, callId);
  }

  /** The server reports that an interaction on a page of its own is complete. */
  completed(elicitationId: string): void {
    this.pages.completions.complete(elicitationId);
  }

  /**
   * Elicitation is not declared at all. The limits on asking do not apply, because nobody could be asked; so nothing of the
   * request is read or kept, and any number of them costs little.
   */
  #refusedUndeclared(id: string, call: Call | undefined): ProtocolError {
    const codes = { findings: ['refused.mode'], unread: true };
    const error = refusedElicitation(ProtocolErrorCode.MethodNotFound, 'Method not found', codes);
    this.#recordRefused({ id, received: { method: 'elicitation/create' }, error, call });
    return error;
  }

  #recordRefused({ id, received, error, call }: RefusedPush): void {
    this.sayRefused(error.message);
    const findings = [`Refused: ${error.message}`];
    const codes = this.refusedCodes(error, received.params);
    this.record.asked({ id, way: 'pushed', received, findings, codes }, call);
    this.record.refused(id, error);
  }

  async #askPushed(asking: Asking, context: PushContext): Promise<Settlement> {
    const takeBack = () => {
      const { reason } = context.signal;
      const words = typeof reason === 'string' ? inOneLine(reason, 200) : '';
      this.takeBack(asking.id, {
        by: 'server',
        reason: words ? t('The server took the question back: {0}', words) : t('The server took the question back.'),
      });
    };
    if (context.signal.aborted) {
      return { kind: 'withdrawn', withdrawal: { by: 'server', reason: t('The server took the question back.') } };
    }
    context.signal.addEventListener('abort', takeBack, { once: true });
    if (!asking.call) {
      this.#orphans.asked(
        asking.id,
        this.#ports.calls().map(({ id }) => id),
      );
    }
    const stopSigns = showLife(context, this.#ports.keepAliveMs ?? defaultKeepAliveMs);
    try {
      return await this.ask(asking);
    } finally {
      stopSigns();
      context.signal.removeEventListener('abort', takeBack);
    }
  }

  /** The reply is on its way: it is recorded when it is known what became of it. */
  #deliver({ id, elicitation, call }: Asking, result: ElicitResult, { signal, tie }: PushContext): void {
    const { deliveries } = this;
    const inFlight = this.#ports.calls().map((one) => one.id);
    const calls = call ? inFlight.filter((one) => one === call.id) : inFlight;
    if (calls.length > 0) {
      this.#answering.set(id, new Set(calls));
      deliveries.follow(id);
    }
    const takenBack = () => deliveries.takeBack(id);
    this.#replying.add(id);
    signal.addEventListener('abort', takenBack, { once: true });
    tie?.(id, deliveries);
    void deliveries.finished(id).then((state) => {
      this.#replying.delete(id);
      signal.removeEventListener('abort', takenBack);
      if (!deliveries.get(id)) {
        this.#answering.delete(id);
      }
      if (state) {
        this.record.delivered(id, keptReply(elicitation, result), state);
      }
    });
  }

  #recordReply({ id, elicitation }: Asking, result: ElicitResult, settlement: Settlement, signal: AbortSignal): void {
    const reason = settlement.kind === 'withdrawn' ? settlement.withdrawal.reason : undefined;
    if (signal.aborted) {
      // Nobody waits for it any more, and the SDK keeps it back.
      this.record.unanswered(id, `Nothing was sent. ${reason ?? 'The server did not wait for the answer.'}`);
    } else {
      const { sent, note } = keptReply(elicitation, result);
      this.record.replied(id, sent, reason ?? note);
    }
  }

  #remember(elicitation: Elicitation, { action, content }: ElicitResult, call: Call | undefined): void {
    const inFlight = call && this.#ports.calls().some(({ id }) => id === call.id) ? call : undefined;
    if (elicitation.mode === 'url') {
      if (action === 'accept') {
        void this.pages.watch(elicitation, inFlight);
      }
    } else if (inFlight && content) {
      this.acceptedIn(inFlight).addForm(elicitation, content);
    }
  }

  /** A cancel is no answer: what follows it is not free. */
  #learn(decision: Decision, elicitation: Elicitation, call: Call | undefined): void {
    const { attribution, rateLimiter, urls } = this.#ports;
    if (decision.action === 'accept') {
      this.#declined.accepted(elicitation, call);
      if (elicitation.mode === 'url') {
        urls.opened(elicitation.reading);
      }
    } else if (decision.action === 'decline') {
      this.#declined.declined(elicitation, call, decision.restOfCall === true);
    }
    if (call && decision.action !== 'cancel') {
      rateLimiter.answered(attribution().id, call.id);
    }
  }

  #again(form: FormElicitation, call: Call | undefined): Pick<FormRequest, 'acceptedBefore'> {
    const accepted = call && this.#accepted.get(call.id);
    return { acceptedBefore: accepted?.contentOf(form) };
  }
}
