import { createHash } from 'node:crypto';
import { registrableDomainOf } from '#core/guard/url/publicSuffix.ts';
import type { ElicitationOutcome, OutcomeField } from './elicitationOutcome.ts';
import type { ElicitationBody, RecordedCall, RecordedField, RecordedMessage, RecordedValue } from './entry.ts';
import { boundedMask, type Mask, maskNumber, TextBudget, wholeNumber } from './entryText.ts';

/** `redacted`: requests and decisions without messages and answers. `full`: with both, except the values of flagged fields. */
export type RecordValues = 'redacted' | 'full';

/** What the functions that build one entry share. */
interface EntryContext {
  readonly budget: TextBudget;
  readonly full: boolean;
  readonly mask: Mask;
}

const shortText = 200;
const idText = 500;
const mediumText = 1000;
const longText = 10_000;
const maxFields = 200;
const maxCodes = 50;
const maxItems = 200;
/** UTF-16 code units. Longer URLs are refused before the user is asked, and parsing one would take long. */
const longestUrl = 20_000;

/**
 * The entry for a request, bounded in size. `mask` replaces the secrets of the server's settings entry in the texts of the server
 * and the user.
 */
export function elicitationEntry(
  outcome: ElicitationOutcome,
  values: RecordValues,
  mask: Mask = (text) => text,
): ElicitationBody {
  const context: EntryContext = { budget: new TextBudget(), full: values === 'full', mask: boundedMask(mask) };
  const { budget } = context;
  const { server, call, message, url, fields } = outcome;
  return {
    kind: 'elicitation',
    id: budget.take(outcome.id, shortText),
    server: {
      id: budget.take(server.id, idText),
      name: budget.take(server.name, shortText),
      ...(server.scope !== undefined && { scope: budget.take(server.scope, shortText) }),
    },
    ...(call && { call: recordedCall(call, context) }),
    way: outcome.way,
    ...(outcome.protocol !== undefined && { protocol: budget.take(outcome.protocol, 20) }),
    ...(outcome.mode && { mode: outcome.mode }),
    decision: outcome.decision,
    decidedBy: outcome.decidedBy,
    ...(outcome.reason !== undefined && { reason: budget.take(outcome.reason, mediumText) }),
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

function codeList(name: 'findings' | 'limits', list: readonly string[] | undefined, budget: TextBudget) {
  return list && list.length > 0
    ? { [name]: list.slice(0, maxCodes).map((code) => budget.take(code, shortText)) }
    : undefined;
}

function recordedMessage(message: string, { budget, full, mask }: EntryContext): RecordedMessage {
  const clean = mask(message);
  const { length } = clean;
  return full
    ? { text: budget.take(clean, longText), length }
    : { sha256: createHash('sha256').update(clean).digest('hex'), length };
}

function recordedFields(
  outcome: ElicitationOutcome,
  fields: readonly OutcomeField[],
  context: EntryContext,
): RecordedField[] {
  const { budget, full, mask } = context;
  const content = outcome.decision === 'accept' ? outcome.content : undefined;
  const kept = fields.slice(0, maxFields);
  // Take all names before any value, so that a long answer leaves budget for the names.
  const names = kept.map(({ name }) => budget.take(mask(name), shortText));
  return kept.map(({ name, flagged }, index) => {
    const given = content && Object.hasOwn(content, name);
    const value = given && full && flagged !== true ? recordedValue(content[name], context) : undefined;
    return {
      name: names[index] ?? '',
      ...(flagged === true && { flagged }),
      ...(given !== undefined && { given }),
      ...(value !== undefined && { value }),
    };
  });
}

/** A string, finite number, boolean or list of these; `undefined` for any other value. */
function recordedValue(value: unknown, context: EntryContext): RecordedValue | undefined {
  return Array.isArray(value)
    ? value.slice(0, maxItems).flatMap((item) => scalarValue(item, context) ?? [])
    : scalarValue(value, context);
}

function scalarValue(value: unknown, { budget, mask }: EntryContext): string | number | boolean | undefined {
  switch (typeof value) {
    case 'string':
      return budget.take(mask(value), longText);
    case 'number':
      // JSON has no infinities. Adding 0 turns -0 into 0.
      return Number.isFinite(value) ? maskNumber(value + 0, mask) : undefined;
    case 'boolean':
      return value;
    default:
      return undefined;
  }
}

function recordedUrl(received: string, { budget, full, mask }: EntryContext) {
  if (received.length > longestUrl) {
    return undefined;
  }
  // Mask before parsing: the parser changes the case of a host, and `mask` would miss a secret in it.
  const url = mask(received);
  const site = registrableDomainOf(url);
  return {
    ...(site !== undefined && { site: budget.take(site, idText) }),
    ...(full && { url: budget.take(withoutUserInfo(url), longText) }),
  };
}

function recordedCall(
  call: NonNullable<ElicitationOutcome['call']>,
  { budget, full, mask }: EntryContext,
): RecordedCall {
  const { id, kind, target, template } = call;
  const text = mask(full ? target : (template ?? target));
  const clean = kind === 'resource' ? recordedUri(text, full || template !== undefined) : text;
  return { ...(id !== undefined && { id: budget.take(id, shortText) }), kind, target: budget.take(clean, idText) };
}

/**
 * The URI without user information; unless `whole`, only its scheme and authority, because the rest may contain an answer or a key.
 * Source: RFC 3986, section 3.
 */
function recordedUri(uri: string, whole: boolean): string {
  const kept = whole ? uri : (/^[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?/i.exec(uri)?.[0] ?? '');
  return withoutUserInfo(kept.slice(0, longestUrl));
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
    // `URL` cannot parse it: remove everything before an @ in its authority.
    return url.replace(/\/\/[^/?#]*@/, '//');
  }
}
