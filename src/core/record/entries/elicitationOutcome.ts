import type { Exchange, ExchangeReply } from '#core/inbox/exchanges.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import { targetOf } from '#core/model/call.ts';
import {
  type CallReference,
  type ElicitationRequest,
  type FormRequest,
  isByProgram,
  type Withdrawal,
} from '#core/model/elicitationRequest.ts';
import type { RequestCodes } from '#core/model/requestCodes.ts';
import { isRecord } from '#form/json.ts';
import type { ElicitationOutcome } from './elicitationEntry.ts';
import type { ElicitationMode } from './entry.ts';

/** How a question that a person could see came out. */
interface SettledRequest {
  readonly request: ElicitationRequest;
  readonly settlement: Settlement;
  readonly way: Exchange['way'];
  /** Milliseconds. */
  readonly waitedMs: number;
  readonly shownMs: number | undefined;
  /** It could not be drawn: nobody has decided anything. */
  readonly undrawn: boolean;
  /** Names of fields whose values are never kept. */
  readonly flagged: readonly string[];
  /** Its page was opened while it was withdrawn or cancelled. */
  readonly opened: boolean | 'unknown';
  readonly codes: RequestCodes | undefined;
  /** `undefined` where it is not known what went back. */
  readonly reply: ExchangeReply | undefined;
}

/** The fields of a fate that say how it ended. */
type Ending = Pick<ElicitationOutcome, 'decision' | 'decidedBy' | 'reason'>;
/** What a request asks for, as far as it can be read. */
type RequestedContent = Pick<ElicitationOutcome, 'mode' | 'message' | 'url' | 'fields'>;

/** Ours, whatever a server said: what a server says may repeat an answer. */
const withdrawalReasons: Readonly<Record<Withdrawal['by'], string>> = {
  server: 'The server took the question back, or ended the call.',
  connection: 'The connection to the server was lost.',
  host: 'The call was cancelled, or the server was stopped.',
};

/** Those of `server.ts` that a call's own error carries: over the rate limit, or muted. */
const limited = -31001;

/** The fate of a question that was in the inbox. */
export function settledRequestOutcome(facts: SettledRequest): Omit<ElicitationOutcome, 'server'> {
  const { request, settlement, way, waitedMs, shownMs, reply } = facts;
  const delivery = deliveryOf(reply);
  const sent = (reply === undefined || reply.sent !== undefined) && delivery.delivery !== 'refused';
  const ending = endingOf(facts);
  const accepted = settlement.kind === 'decided' && settlement.decision.action === 'accept';
  return {
    id: request.id,
    call: callOf(request.call),
    way,
    mode: request.mode,
    message: request.message,
    ...ending,
    // There is no reply to an entry of the error -32042: that a page was opened shows in the call being sent again.
    unsent: !sent && !(way === 'required' && accepted),
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

/** The fate of a request that never got as far as a person; `undefined` for one that was not meant for any. */
export function unaskedRequestOutcome(
  exchange: Exchange,
  reply: ExchangeReply,
  waitedMs: number,
): Omit<ElicitationOutcome, 'server'> | undefined {
  const ending = unaskedEnding(exchange, reply);
  if (!isElicitation(exchange) && ending.decision !== 'refused') {
    return undefined;
  }
  return {
    id: exchange.id,
    call: callOf(exchange.call),
    way: exchange.way,
    ...wordsOf(exchange),
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

function unaskedEnding({ way }: Exchange, { sent, unasked }: ExchangeReply): Ending {
  const error = isRecord(sent) && typeof sent['code'] === 'number' ? sent : undefined;
  if (Number(error?.['code']) === limited || unasked === 'rate_limited' || unasked === 'muted') {
    const { reason = unasked } = isRecord(error?.['data']) ? error['data'] : {};
    return reason === 'muted'
      ? { decision: 'muted', decidedBy: 'host', reason: 'The server is muted.' }
      : { decision: 'rate_limited', decidedBy: 'host', reason: 'The server asked too much in too short a time.' };
  }
  if (error || unasked === 'refused') {
    return { decision: 'refused', decidedBy: 'host', reason: 'It, or one that came with it, cannot be shown.' };
  }
  if (unasked === 'declined') {
    return { decision: 'decline', decidedBy: 'person', reason: 'You had declined this for the rest of the call.' };
  }
  const action = isRecord(sent) ? sent['action'] : unasked === 'opened' ? 'accept' : undefined;
  if (action === 'accept' || action === 'decline' || action === 'cancel') {
    // What the person said of this page holds for it wherever it stands; "not yet", said again after consent, is ours.
    const decidedBy = action === 'accept' ? 'host' : 'person';
    return { decision: action, decidedBy, reason: 'You were asked about the same page in the same call.' };
  }
  return way === 'pushed'
    ? { decision: 'withdrawn', decidedBy: 'server', reason: withdrawalReasons.server }
    : { decision: 'withdrawn', decidedBy: 'host', reason: 'The call ended before you were asked.' };
}

function fieldsOf({ form }: FormRequest, flagged: readonly string[]): ElicitationOutcome['fields'] {
  const names = new Set(flagged);
  return form.fields.map(({ name }) => ({ name, flagged: names.has(name) }));
}

/** What was accepted with the form. */
export function acceptedContent(settlement: Settlement): ElicitationOutcome['content'] {
  return settlement.kind === 'decided' && settlement.decision.action === 'accept'
    ? settlement.decision.content
    : undefined;
}

function callOf(call: CallReference | undefined): ElicitationOutcome['call'] {
  if (!call) {
    return undefined;
  }
  const { id, request } = call;
  const template = request.kind === 'resource' ? request.template : undefined;
  return { id, kind: request.kind, target: targetOf(request), ...(template !== undefined && { template }) };
}

function isElicitation({ way, received }: Exchange): boolean {
  return way === 'required' || (isRecord(received) && received['method'] === 'elicitation/create');
}

/** What an unchecked request seems to ask for. Everything in it is the server's. */
function wordsOf(exchange: Exchange): RequestedContent {
  const { way, received } = exchange;
  const raw = isRecord(received) && way !== 'required' ? received['params'] : received;
  if (!isElicitation(exchange) || !isRecord(raw)) {
    return {};
  }
  const { message, url, requestedSchema } = raw;
  const properties = isRecord(requestedSchema) ? requestedSchema['properties'] : undefined;
  return {
    mode: modeOf(raw['mode'] ?? (way === 'required' ? undefined : 'form')),
    message: typeof message === 'string' ? message : undefined,
    url: typeof url === 'string' ? url : undefined,
    fields: isRecord(properties) ? Object.keys(properties).map((name) => ({ name })) : undefined,
  };
}

function modeOf(mode: unknown): ElicitationMode | undefined {
  return mode === 'form' || mode === 'url' ? mode : undefined;
}
