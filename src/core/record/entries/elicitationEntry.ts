import { createHash } from 'node:crypto';
import { registrableDomainOf } from '#core/guard/url/publicSuffix.ts';
import type {
  Decider,
  DeliveryMethod,
  ElicitationBody,
  ElicitationMode,
  RecordedCall,
  RecordedDecision,
  RecordedDelivery,
  RecordedField,
  RecordedMessage,
  RecordedValue,
} from './entry.ts';
import { TextBudget, wholeNumber } from './recordLimits.ts';
import { boundedMask, type Mask, maskNumber } from './recordMask.ts';

/** All that is known of a request when it is settled, in full. Anything in it may be hostile or secret. */
export interface ElicitationOutcome {
  readonly id: string;
  readonly server: { readonly id: string; readonly name: string; readonly scope?: string | undefined };
  readonly call?:
    | {
        readonly id?: string;
        readonly kind: 'tool' | 'prompt' | 'resource';
        readonly target: string;
        /** The URI template that a resource's `target` was made from. */
        readonly template?: string;
      }
    | undefined;
  readonly way: DeliveryMethod;
  readonly protocol?: string | undefined;
  readonly mode?: ElicitationMode | undefined;
  readonly message?: string | undefined;
  readonly decision: RecordedDecision;
  readonly decidedBy: Decider;
  readonly reason?: string | undefined;
  /** The server got no answer to it. */
  readonly unsent?: boolean | undefined;
  /** What became of the user's answer, where it was not delivered. */
  readonly delivery?: RecordedDelivery | undefined;
  /** The HTTP status with which it was refused. */
  readonly status?: number | undefined;
  /** It was refused before it was read. */
  readonly unread?: boolean | undefined;
  /** Its page was opened while it was withdrawn or cancelled. */
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

interface OutcomeField {
  readonly name: string;
  /** Sensitive by its description, or by what was typed into it. */
  readonly flagged?: boolean | undefined;
}

/** `redacted`: what was asked and decided, and nothing of what was said. `full`: values too, save flagged ones. */
export type RecordValues = 'redacted' | 'full';

/** How texts are kept. */
interface EntryContext {
  readonly room: TextBudget;
  readonly full: boolean;
  readonly mask: Mask;
}

const shortText = 200;
const idText = 500;
const mediumText = 1000;
const longText = 10_000;
const mostFields = 200;
const mostCodes = 50;
const mostItems = 200;
/** UTF-16 code units. Longer ones are refused before anybody is asked; taking one apart would take long. */
const longestUrl = 20_000;

/**
 * What is kept of a request, bounded whatever a server put into it. `mask` takes the secrets of the server's entry out of
 * what the server or the person wrote.
 */
export function elicitationEntry(
  fate: ElicitationOutcome,
  values: RecordValues,
  mask: Mask = (text) => text,
): ElicitationBody {
  const keeping: EntryContext = { room: new TextBudget(), full: values === 'full', mask: boundedMask(mask) };
  const { room } = keeping;
  const { server, call, message, url, fields } = fate;
  return {
    kind: 'elicitation',
    id: room.take(fate.id, shortText),
    server: {
      id: room.take(server.id, idText),
      name: room.take(server.name, shortText),
      ...(server.scope !== undefined && { scope: room.take(server.scope, shortText) }),
    },
    ...(call && { call: callOf(call, keeping) }),
    way: fate.way,
    ...(fate.protocol !== undefined && { protocol: room.take(fate.protocol, 20) }),
    ...(fate.mode && { mode: fate.mode }),
    decision: fate.decision,
    decidedBy: fate.decidedBy,
    ...(fate.reason !== undefined && { reason: room.take(fate.reason, mediumText) }),
    ...(fate.unsent === true && { unsent: true as const }),
    ...(fate.delivery && { delivery: fate.delivery }),
    ...(fate.status !== undefined && { status: wholeNumber(fate.status) }),
    ...(fate.unread === true && { unread: true as const }),
    ...(fate.opened && { opened: fate.opened }),
    waitedMs: wholeNumber(fate.waitedMs),
    ...(fate.shownMs !== undefined && { shownMs: wholeNumber(fate.shownMs) }),
    ...codes('findings', fate.findings, room),
    ...codes('limits', fate.limits, room),
    ...(url !== undefined && urlParts(url, keeping)),
    ...(message !== undefined && { message: messageOf(message, keeping) }),
    ...(fields && { fields: fieldsOf(fate, fields, keeping) }),
    ...(fields && fields.length > mostFields && { moreFields: fields.length - mostFields }),
  };
}

function codes(name: 'findings' | 'limits', list: readonly string[] | undefined, room: TextBudget) {
  return list && list.length > 0
    ? { [name]: list.slice(0, mostCodes).map((code) => room.take(code, shortText)) }
    : undefined;
}

function messageOf(message: string, { room, full, mask }: EntryContext): RecordedMessage {
  const clean = mask(message);
  const { length } = clean;
  return full
    ? { text: room.take(clean, longText), length }
    : { sha256: createHash('sha256').update(clean).digest('hex'), length };
}

function fieldsOf(fate: ElicitationOutcome, fields: readonly OutcomeField[], keeping: EntryContext): RecordedField[] {
  const { room, full, mask } = keeping;
  const content = fate.decision === 'accept' ? fate.content : undefined;
  const kept = fields.slice(0, mostFields);
  // All names before any value: a long answer must not push out what was asked.
  const names = kept.map(({ name }) => room.take(mask(name), shortText));
  return kept.map(({ name, flagged }, index) => {
    const given = content && Object.hasOwn(content, name);
    const value = given && full && flagged !== true ? recordedValue(content[name], keeping) : undefined;
    return {
      name: names[index] ?? '',
      ...(flagged === true && { flagged }),
      ...(given !== undefined && { given }),
      ...(value !== undefined && { value }),
    };
  });
}

/** Answers are texts, numbers, yes or no, or lists of such; anything else is not kept. */
function recordedValue(value: unknown, keeping: EntryContext): RecordedValue | undefined {
  return Array.isArray(value)
    ? value.slice(0, mostItems).flatMap((item) => single(item, keeping) ?? [])
    : single(value, keeping);
}

function single(value: unknown, { room, mask }: EntryContext): string | number | boolean | undefined {
  switch (typeof value) {
    case 'string':
      return room.take(mask(value), longText);
    case 'number':
      // Infinities have no JSON, and zero has no sign in it.
      return Number.isFinite(value) ? maskNumber(value + 0, mask) : undefined;
    case 'boolean':
      return value;
    default:
      return undefined;
  }
}

function urlParts(received: string, { room, full, mask }: EntryContext) {
  if (received.length > longestUrl) {
    return undefined;
  }
  // Before anything is made of it: a domain is written in small letters, and then no secret is recognised any more.
  const url = mask(received);
  const site = registrableDomainOf(url);
  return {
    ...(site !== undefined && { site: room.take(site, idText) }),
    ...(full && { url: room.take(withoutUserInfo(url), longText) }),
  };
}

function callOf(call: NonNullable<ElicitationOutcome['call']>, { room, full, mask }: EntryContext): RecordedCall {
  const { id, kind, target, template } = call;
  const text = mask(full ? target : (template ?? target));
  const clean = kind === 'resource' ? resourceOf(text, full || template !== undefined) : text;
  return { ...(id !== undefined && { id: room.take(id, shortText) }), kind, target: room.take(clean, idText) };
}

/** Unless it may be kept `whole`, only what cannot be an answer or a key that was filled in. Source: RFC 3986, section 3. */
function resourceOf(uri: string, whole: boolean): string {
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
    // Not a URL for us: whatever stands before an @ in its authority goes.
    return url.replace(/\/\/[^/?#]*@/, '//');
  }
}
