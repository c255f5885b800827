import type { ArrivalKind, Exchange, ExchangeReply } from '#core/inbox/exchanges.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import { targetOf } from '#core/model/call.ts';
import {
  type Asker,
  type CallReference,
  type ElicitationRequest,
  type FormRequest,
  isByProgram,
  type Withdrawal,
} from '#core/model/elicitationRequest.ts';
import type { RequestCodes } from '#core/model/requestCodes.ts';
import { isRecord } from '#form/json.ts';
import type { Decider, ElicitationMode, RecordedDecision, RecordedDelivery } from './entry.ts';

/** A request with its outcome, complete and unmasked: each text may be hostile or secret. `elicitationEntry` bounds and masks it. */
export interface ElicitationOutcome {
  readonly id: string;
  readonly server: { readonly id: string; readonly name: string; readonly scope?: string | undefined };
  /** Absent for a server of this host. */
  readonly asker?: Asker | undefined;
  readonly call?:
    | {
        readonly id?: string;
        readonly kind: 'tool' | 'prompt' | 'resource';
        readonly target: string;
        /** The URI template that a resource's `target` was expanded from. */
        readonly template?: string;
        /** Present if another extension started the call by a command. */
        readonly byProgram?: true;
      }
    | undefined;
  readonly arrival: ArrivalKind;
  readonly protocol?: string | undefined;
  readonly mode?: ElicitationMode | undefined;
  readonly message?: string | undefined;
  readonly decision: RecordedDecision;
  readonly decidedBy: Decider;
  readonly reason?: string | undefined;
  /** True if no answer was sent. */
  readonly unsent?: boolean | undefined;
  /** The state of the user's answer, if it was not delivered. */
  readonly delivery?: RecordedDelivery | undefined;
  /** The HTTP status with which the answer was refused. */
  readonly status?: number | undefined;
  /** True if the request was refused without being read. */
  readonly unread?: boolean | undefined;
  /** True if the page was opened although the request was withdrawn or cancelled meanwhile; `unknown` if that is not known. */
  readonly opened?: boolean | 'unknown' | undefined;
  readonly waitedMs: number;
  readonly shownMs?: number | undefined;
  readonly findings?: readonly string[] | undefined;
  readonly limits?: readonly string[] | undefined;
  readonly fields?: readonly OutcomeField[] | undefined;
  /** The content of an accepted form. */
  readonly content?: Readonly<Record<string, unknown>> | undefined;
  readonly url?: string | undefined;
}

export interface OutcomeField {
  readonly name: string;
  /** True if the field asks for a secret or contains one. */
  readonly flagged?: boolean | undefined;
}

/** A request of the inbox that was settled, with the data that its outcome depends on. */
interface SettledRequest {
  readonly request: ElicitationRequest;
  readonly settlement: Settlement;
  readonly arrival: ArrivalKind;
  /** In milliseconds. */
  readonly waitedMs: number;
  readonly shownMs: number | undefined;
  /** True if the form could not be shown, so a cancel is not a decision of the user. */
  readonly undrawn: boolean;
  /** The names of the fields whose values are never recorded. */
  readonly flagged: readonly string[];
  /** True if the page was opened although the request was withdrawn or cancelled meanwhile; `unknown` if that is not known. */
  readonly opened: boolean | 'unknown';
  readonly codes: RequestCodes | undefined;
  /** `undefined` if the reply is not known. */
  readonly reply: ExchangeReply | undefined;
}

/** The decision of an outcome. */
type Ending = Pick<ElicitationOutcome, 'decision' | 'decidedBy' | 'reason'>;
/** The parts of a request that are recorded, as far as they can be read. */
type RequestedContent = Pick<ElicitationOutcome, 'mode' | 'message' | 'url' | 'fields'>;

/** The reasons of withdrawals. Not the server's texts, because they may repeat an answer. */
const withdrawalReasons: Readonly<Record<Withdrawal['by'], string>> = {
  server: 'The server took the question back, or ended the call.',
  connection: 'The connection to the server was lost.',
  host: 'The call was cancelled, or the server was stopped.',
};

/** The JSON-RPC error code for a request over the rate limit or from a muted server. */
const rateLimitedCode = -31001;

/** The outcome of a request that was in the inbox. */
export function settledRequestOutcome(facts: SettledRequest): Omit<ElicitationOutcome, 'server'> {
  const { request, settlement, arrival, waitedMs, shownMs, reply } = facts;
  const delivery = deliveryOf(reply);
  const sent = (reply === undefined || reply.sent !== undefined) && delivery.delivery !== 'refused';
  const ending = endingOf(facts);
  const accepted = settlement.kind === 'decided' && settlement.decision.action === 'accept';
  return {
    id: request.id,
    call: outcomeCall(request.call),
    arrival,
    mode: request.mode,
    message: request.message,
    ...ending,
    // A URL required by the error -32042 has no reply: sending the call again shows the consent.
    unsent: !sent && !(arrival === 'required' && accepted),
    ...delivery,
    waitedMs,
    shownMs,
    opened: facts.opened,
    limits: facts.codes?.limits,
    ...(request.mode === 'url'
      ? { url: request.url, findings: request.findings.map(({ code }) => code) }
      : { fields: fieldsOf(request, facts.flagged), content: acceptedContent(settlement) }),
  };
}

/** The outcome of a request that was not shown; `undefined` for a request that is not an elicitation. */
export function unaskedRequestOutcome(
  exchange: Exchange,
  reply: ExchangeReply,
  waitedMs: number,
): Omit<ElicitationOutcome, 'server'> | undefined {
  const ending = endingWithoutUser(exchange, reply);
  if (!isElicitation(exchange) && ending.decision !== 'refused') {
    return undefined;
  }
  return {
    id: exchange.id,
    call: outcomeCall(exchange.call),
    arrival: exchange.arrival,
    ...requestedContent(exchange),
    ...ending,
    unsent: reply.sent === undefined && ending.decision !== 'accept',
    unread: exchange.codes?.unread,
    findings: exchange.codes?.findings,
    limits: exchange.codes?.limits,
    waitedMs,
  };
}

function deliveryOf(reply: ExchangeReply | undefined): Pick<ElicitationOutcome, 'delivery' | 'status'> {
  const { delivery } = reply ?? {};
  return delivery?.kind === 'refused' || delivery?.kind === 'unknown'
    ? { delivery: delivery.kind, status: delivery.failure.status }
    : {};
}

function endingOf({ settlement, undrawn }: SettledRequest): Ending {
  if (settlement.kind === 'withdrawn') {
    const { by } = settlement.withdrawal;
    return { decision: 'withdrawn', decidedBy: by, reason: withdrawalReasons[by] };
  }
  const { decision } = settlement;
  const { action } = decision;
  if (isByProgram(decision)) {
    const reason = 'Another extension cancelled the questions of the server.';
    return { decision: action, decidedBy: 'host', reason };
  }
  return undrawn && action === 'cancel'
    ? { decision: 'cancel', decidedBy: 'host', reason: 'The question could not be shown.' }
    : { decision: action, decidedBy: 'person' };
}

function endingWithoutUser({ arrival }: Exchange, { sent, notShownReason }: ExchangeReply): Ending {
  const error = isRecord(sent) && typeof sent['code'] === 'number' ? sent : undefined;
  if (Number(error?.['code']) === rateLimitedCode || notShownReason === 'rate_limited' || notShownReason === 'muted') {
    const { reason = notShownReason } = isRecord(error?.['data']) ? error['data'] : {};
    return reason === 'muted'
      ? { decision: 'muted', decidedBy: 'host', reason: 'The server is muted.' }
      : { decision: 'rate_limited', decidedBy: 'host', reason: 'The server asked too much in too short a time.' };
  }
  if (error || notShownReason === 'refused') {
    return { decision: 'refused', decidedBy: 'host', reason: 'It, or one that came with it, cannot be shown.' };
  }
  if (notShownReason === 'declined') {
    return { decision: 'decline', decidedBy: 'person', reason: 'You had declined this for the rest of the call.' };
  }
  const action = isRecord(sent) ? sent['action'] : notShownReason === 'opened' ? 'accept' : undefined;
  if (action === 'accept' || action === 'decline' || action === 'cancel') {
    // The user's answer holds for every request with the same URL. The host decides to repeat an accept.
    const decidedBy = action === 'accept' ? 'host' : 'person';
    return { decision: action, decidedBy, reason: 'You were asked about the same page in the same call.' };
  }
  return arrival === 'pushed'
    ? { decision: 'withdrawn', decidedBy: 'server', reason: withdrawalReasons.server }
    : { decision: 'withdrawn', decidedBy: 'host', reason: 'The call ended before you were asked.' };
}

function fieldsOf({ form }: FormRequest, flagged: readonly string[]): ElicitationOutcome['fields'] {
  const names = new Set(flagged);
  return form.fields.map(({ name }) => ({ name, flagged: names.has(name) }));
}

/** The content of an accepted form. */
export function acceptedContent(settlement: Settlement): ElicitationOutcome['content'] {
  return settlement.kind === 'decided' && settlement.decision.action === 'accept'
    ? settlement.decision.content
    : undefined;
}

function outcomeCall(call: CallReference | undefined): ElicitationOutcome['call'] {
  if (!call) {
    return undefined;
  }
  const { id, request, byProgram } = call;
  const template = request.kind === 'resource' ? request.template : undefined;
  return {
    id,
    kind: request.kind,
    target: targetOf(request),
    ...(template !== undefined && { template }),
    ...(byProgram && { byProgram }),
  };
}

/** True for a request that asks the user, also if it was refused. */
export function isElicitation({ arrival, received }: Exchange): boolean {
  return arrival === 'required' || (isRecord(received) && received['method'] === 'elicitation/create');
}

/** The parts of a request that was not checked, as the server sent them. */
function requestedContent(exchange: Exchange): RequestedContent {
  const { arrival, received } = exchange;
  const raw = isRecord(received) && arrival !== 'required' ? received['params'] : received;
  if (!isElicitation(exchange) || !isRecord(raw)) {
    return {};
  }
  const { message, url, requestedSchema } = raw;
  const properties = isRecord(requestedSchema) ? requestedSchema['properties'] : undefined;
  return {
    mode: modeOf(raw['mode'] ?? (arrival === 'required' ? undefined : 'form')),
    message: typeof message === 'string' ? message : undefined,
    url: typeof url === 'string' ? url : undefined,
    fields: isRecord(properties) ? Object.keys(properties).map((name) => ({ name })) : undefined,
  };
}

function modeOf(mode: unknown): ElicitationMode | undefined {
  return mode === 'form' || mode === 'url' ? mode : undefined;
}
