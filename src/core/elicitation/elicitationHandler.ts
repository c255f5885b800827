import { t } from '@vscode/l10n';
import { Emitter, type Event } from '#core/common/events.ts';
import { LogThrottle } from '#core/common/logThrottle.ts';
import type { Deliveries } from '#core/delivery/delivery.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import type { Exchange } from '#core/inbox/exchanges.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { Call } from '#core/model/call.ts';
import type { ElicitationModes } from '#core/model/definition.ts';
import {
  callReference,
  type Decision,
  type FormRequest,
  type RequestGroup,
  type Withdrawal,
} from '#core/model/elicitationRequest.ts';
import type { RequestCodes } from '#core/model/requestCodes.ts';
import { inOneLine } from '#form/text.ts';
import { Accepted } from './acceptedAnswers.ts';
import { Admission } from './admission.ts';
import { AnswersUnderWay } from './answersUnderWay.ts';
import { DeclinedForCall } from './declined.ts';
import { type Elicitation, type FormElicitation, readElicitation, urlIn } from './elicitationParams.ts';
import type { QuestionsPorts } from './elicitationServices.ts';
import { ExchangeRecord } from './exchangeRecord.ts';
import { findingsOf } from './findings.ts';
import { OpenedPages } from './openedPages.ts';
import { PushedElicitations } from './pushedElicitations.ts';
import { codesOf } from './refusedElicitation.ts';
import { UnattributedRequests } from './unattributed.ts';

/** A question on its way into the inbox. */
export interface ArrivingElicitation {
  /** Ours, unique. */
  readonly id: string;
  readonly elicitation: Elicitation;
  readonly call: Call | undefined;
  readonly group?: RequestGroup | undefined;
  /** `Questions.deliveries` is told what becomes of the answer. */
  readonly isDelivered?: boolean;
}

const refusalsPerSecond = 10;

/** The questions that one connection's server has asked. */
export class ElicitationHandler {
  /** What was asked and replied, as it crossed the wire. */
  readonly record: ExchangeRecord;
  readonly pages: OpenedPages;
  readonly admission: Admission;
  readonly pushed: PushedElicitations;
  readonly #ports: QuestionsPorts;
  /** Ids in the inbox. */
  readonly #open = new Set<string>();
  readonly #orphans = new UnattributedRequests();
  readonly #answers: AnswersUnderWay;
  /** By call. */
  readonly #accepted = new Map<string, Accepted>();
  readonly #declined = new DeclinedForCall();
  readonly #refusals: LogThrottle;
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
    this.#answers = new AnswersUnderWay({ deliveries: this.deliveries, record: this.record, calls: ports.calls });
    this.pushed = new PushedElicitations(ports, { questions: this, orphans: this.#orphans, answers: this.#answers });
    this.#refusals = new LogThrottle(refusalsPerSecond, (count) =>
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
  refusedCodes(error: unknown, params: unknown): RequestCodes {
    const codes = codesOf(error) ?? {};
    const url = codes.unread ? undefined : urlIn(params);
    const ofUrl = url ? this.#ports.urls.findings(url).map(({ code }) => code) : [];
    return url ? { ...codes, findings: [...(codes.findings ?? []), ...ofUrl] } : codes;
  }

  /** Asks, and waits however long it takes. The question is in the inbox when this returns. */
  async ask({ id, elicitation, call, group, isDelivered }: ArrivingElicitation): Promise<Settlement> {
    this.#open.add(id);
    this.#changed.fire();
    try {
      const common = {
        id,
        server: this.#ports.attribution(),
        call: call && callReference(call),
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

  /** True while the user is asked something in this call. */
  waitsIn(callId: string): boolean {
    return this.#ports.inbox.pending.some(({ call }) => call?.id === callId);
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
      this.#answers.connectionEnded(withdrawal.by === 'connection' ? 'lost' : 'stopped');
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
    this.#answers.callEnded(callId, how);
    for (const id of this.#orphans.ended(callId)) {
      this.takeBack(id, { by: 'connection', reason: t('The connection to the server was lost.') });
    }
    this.pages.end(callId);
    this.#accepted.delete(callId);
    this.#declined.callEnded(callId);
    this.#ports.rateLimiter.callEnded(this.#ports.attribution().id, callId);
  }

  /** The server reports that an interaction on a page of its own is complete. */
  completed(elicitationId: string): void {
    this.pages.completions.complete(elicitationId);
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
      rateLimiter.userAnswered(attribution().id, call.id);
    }
  }

  #again(form: FormElicitation, call: Call | undefined): Pick<FormRequest, 'acceptedBefore'> {
    const accepted = call && this.#accepted.get(call.id);
    return { acceptedBefore: accepted?.contentOf(form) };
  }
}
