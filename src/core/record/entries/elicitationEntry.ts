import { sha256 } from '#core/common/digest.ts';
import { registrableDomainOf } from '#core/guard/url/publicSuffix.ts';
import type { Asker } from '#core/model/elicitationRequest.ts';
import type { ElicitationOutcome, OutcomeField } from './elicitationOutcome.ts';
import type { ElicitationBody, RecordedCall, RecordedField, RecordedMessage, RecordedValue } from './entry.ts';
import { boundedMask, type Mask, maskNumber, TextBudget, wholeNumber } from './entryText.ts';

/** `redacted`: requests and decisions without messages and answers. `full`: with both, except the values of flagged fields. */
export type RecordValues = 'redacted' | 'full';

/** The parameters that the functions for the parts of one entry share. */
interface EntryContext {
  readonly budget: TextBudget;
  readonly isFull: boolean;
  readonly mask: Mask;
}

const maxShortText = 200;
const maxIdText = 500;
const maxMediumText = 1000;
const maxLongText = 10_000;
const maxFields = 200;
const maxCodes = 50;
const maxItems = 200;
/** The longest URL that is recorded, in UTF-16 code units. Longer URLs are refused unread, and would take long to parse. */
const maxUrlLength = 20_000;

/**
 * The entry for a request, bounded in size. `mask` replaces the secrets of the server's settings entry in the texts of the server
 * and the user.
 */
export function elicitationEntry(
  outcome: ElicitationOutcome,
  values: RecordValues,
  mask: Mask = (text) => text,
): ElicitationBody {
  const context: EntryContext = { budget: new TextBudget(), isFull: values === 'full', mask: boundedMask(mask) };
  const { budget } = context;
  const { server, asker, call, message, url, fields } = outcome;
  return {
    kind: 'elicitation',
    id: budget.take(outcome.id, maxShortText),
    server: {
      id: budget.take(server.id, maxIdText),
      name: budget.take(server.name, maxShortText),
      ...(server.scope !== undefined && { scope: budget.take(server.scope, maxShortText) }),
    },
    ...(asker && recordedAsker(asker, budget)),
    // An asker of its own says in `by` who asks.
    ...(call?.byProgram && !asker && { calledBy: 'program' as const }),
    ...(call && { call: recordedCall(call, context) }),
    way: outcome.arrival,
    ...(outcome.protocol !== undefined && { protocol: budget.take(outcome.protocol, 20) }),
    ...(outcome.mode && { mode: outcome.mode }),
    decision: outcome.decision,
    decidedBy: outcome.decidedBy,
    ...(outcome.reason !== undefined && { reason: budget.take(outcome.reason, maxMediumText) }),
    ...(outcome.unsent === true && { unsent: true as const }),
    ...(outcome.delivery && { delivery: outcome.delivery }),
    ...(outcome.status !== undefined && { status: wholeNumber(outcome.status) }),
    ...(outcome.unread === true && { unread: true as const }),
    ...(outcome.opened && { opened: outcome.opened }),
    waitedMs: wholeNumber(outcome.waitedMs),
    ...(outcome.shownMs !== undefined && { shownMs: wholeNumber(outcome.shownMs) }),
    ...codeList('findings', outcome.findings, budget),
    ...codeList('limits', outcome.limits, budget),
    ...(url !== undefined && recordedUrl(url, context)),
    ...(message !== undefined && { message: recordedMessage(message, context) }),
    ...(fields && { fields: recordedFields(outcome, fields, context) }),
    ...(fields && fields.length > maxFields && { moreFields: fields.length - maxFields }),
  };
}

function recordedAsker({ kind, name, isConnected }: Asker, budget: TextBudget) {
  return {
    by: kind === 'agent' ? ('agent' as const) : ('program' as const),
    ...(kind === 'agent' && { agent: budget.take(name, maxShortText) }),
    ...(!isConnected && { unverified: true as const }),
  };
}

function codeList(name: 'findings' | 'limits', list: readonly string[] | undefined, budget: TextBudget) {
  return list && list.length > 0
    ? { [name]: list.slice(0, maxCodes).map((code) => budget.take(code, maxShortText)) }
    : undefined;
}

function recordedMessage(message: string, { budget, isFull, mask }: EntryContext): RecordedMessage {
  const clean = mask(message);
  const { length } = clean;
  return isFull ? { text: budget.take(clean, maxLongText), length } : { sha256: sha256(clean), length };
}

function recordedFields(
  outcome: ElicitationOutcome,
  fields: readonly OutcomeField[],
  context: EntryContext,
): RecordedField[] {
  const { budget, isFull, mask } = context;
  const content = outcome.decision === 'accept' ? outcome.content : undefined;
  const kept = fields.slice(0, maxFields);
  // All names are taken before the values, so that a long answer leaves budget for the names.
  const names = kept.map(({ name }) => budget.take(mask(name), maxShortText));
  return kept.map(({ name, flagged }, index) => {
    const hasValue = content && Object.hasOwn(content, name);
    const value = hasValue && isFull && flagged !== true ? recordedValue(content[name], context) : undefined;
    return {
      name: names[index] ?? '',
      ...(flagged === true && { flagged }),
      ...(hasValue !== undefined && { given: hasValue }),
      ...(value !== undefined && { value }),
    };
  });
}

/** The value if it is a string, a finite number, a boolean or an array of these, otherwise `undefined`. */
function recordedValue(value: unknown, context: EntryContext): RecordedValue | undefined {
  return Array.isArray(value)
    ? value.slice(0, maxItems).flatMap((item) => scalarValue(item, context) ?? [])
    : scalarValue(value, context);
}

function scalarValue(value: unknown, { budget, mask }: EntryContext): string | number | boolean | undefined {
  switch (typeof value) {
    case 'string':
      return budget.take(mask(value), maxLongText);
    case 'number':
      // JSON has no infinities. Adding 0 converts -0 to 0.
      return Number.isFinite(value) ? maskNumber(value + 0, mask) : undefined;
    case 'boolean':
      return value;
    default:
      return undefined;
  }
}

function recordedUrl(received: string, { budget, isFull, mask }: EntryContext) {
  if (received.length > maxUrlLength) {
    return undefined;
  }
  // Masked before parsing, because the parser changes the case of a host name, so `mask` would miss a secret in it.
  const url = mask(received);
  const site = registrableDomainOf(url);
  return {
    ...(site !== undefined && { site: budget.take(site, maxIdText) }),
    ...(isFull && { url: budget.take(withoutUserInfo(url), maxLongText) }),
  };
}

function recordedCall(
  call: NonNullable<ElicitationOutcome['call']>,
  { budget, isFull, mask }: EntryContext,
): RecordedCall {
  const { id, kind, target, template } = call;
  const text = mask(isFull ? target : (template ?? target));
  const clean = kind === 'resource' ? recordedUri(text, isFull || template !== undefined) : text;
  return {
    ...(id !== undefined && { id: budget.take(id, maxShortText) }),
    kind,
    target: budget.take(clean, maxIdText),
  };
}

/**
 * The URI without user information. If not `isWhole`, only its scheme and authority, because the rest may contain an answer or a
 * key.
 * Source: RFC 3986, section 3.
 */
function recordedUri(uri: string, isWhole: boolean): string {
  const kept = isWhole ? uri : (/^[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?/i.exec(uri)?.[0] ?? '');
  return withoutUserInfo(kept.slice(0, maxUrlLength));
}

function withoutUserInfo(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.username === '' && parsed.password === '') {
      return url;
    }
    parsed.username = '';
    parsed.password = '';
    return parsed.href;
  } catch {
    // `URL` cannot parse the text, so everything before an @ in the authority is removed.
    return url.replace(/\/\/[^/?#]*@/, '//');
  }
}
