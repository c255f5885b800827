import { createHash } from 'node:crypto';
import { registrableDomainOf } from '../guard/url/publicSuffix.ts';
import { amount, Room } from './bounds.ts';
import type {
  Decider,
  ElicitationBody,
  Mode,
  RecordedDecision,
  RecordedField,
  RecordedMessage,
  RecordedValue,
  Way,
} from './entry.ts';

/** All that is known of a request when it is settled, in full. Anything in it may be hostile or secret. */
export interface Fate {
  readonly id: string;
  readonly server: { readonly id: string; readonly name: string; readonly scope?: string | undefined };
  readonly call?: { readonly kind: 'tool' | 'prompt' | 'resource'; readonly target: string } | undefined;
  readonly way: Way;
  readonly protocol?: string | undefined;
  readonly mode?: Mode | undefined;
  readonly message?: string | undefined;
  readonly decision: RecordedDecision;
  readonly decidedBy: Decider;
  readonly reason?: string | undefined;
  /** The server got no answer to it. */
  readonly unsent?: boolean | undefined;
  readonly waitedMs: number;
  readonly shownMs?: number | undefined;
  readonly findings?: readonly string[] | undefined;
  readonly limits?: readonly string[] | undefined;
  readonly fields?: readonly FateField[] | undefined;
  /** The content of an accepted form. */
  readonly content?: Readonly<Record<string, unknown>> | undefined;
  readonly url?: string | undefined;
}

export interface FateField {
  readonly name: string;
  /** Sensitive by its description, or by what was typed into it. */
  readonly flagged?: boolean | undefined;
}

/** `redacted`: what was asked and decided, and nothing of what was said. `full`: values too, save flagged ones. */
export type Values = 'redacted' | 'full';

const shortText = 200;
const idText = 500;
const mediumText = 1000;
const longText = 10_000;
const mostFields = 200;
const mostCodes = 50;
const mostItems = 200;
/** UTF-16 code units. Longer ones are refused before anybody is asked; taking one apart would take long. */
const longestUrl = 20_000;

/** What is kept of a request, bounded whatever a server put into it. */
export function elicitationEntry(fate: Fate, values: Values): ElicitationBody {
  const room = new Room();
  const full = values === 'full';
  const { server, call, message, url, fields } = fate;
  return {
    kind: 'elicitation',
    id: room.take(fate.id, shortText),
    server: {
      id: room.take(server.id, idText),
      name: room.take(server.name, shortText),
      ...(server.scope !== undefined && { scope: room.take(server.scope, shortText) }),
    },
    ...(call && { call: { kind: call.kind, target: room.take(targetOf(call, full), idText) } }),
    way: fate.way,
    ...(fate.protocol !== undefined && { protocol: room.take(fate.protocol, 20) }),
    ...(fate.mode && { mode: fate.mode }),
    decision: fate.decision,
    decidedBy: fate.decidedBy,
    ...(fate.reason !== undefined && { reason: room.take(fate.reason, mediumText) }),
    ...(fate.unsent === true && { unsent: true as const }),
    waitedMs: amount(fate.waitedMs),
    ...(fate.shownMs !== undefined && { shownMs: amount(fate.shownMs) }),
    ...codes('findings', fate.findings, room),
    ...codes('limits', fate.limits, room),
    ...(url !== undefined && urlParts(url, full, room)),
    ...(message !== undefined && { message: messageOf(message, full, room) }),
    ...(fields && { fields: fieldsOf(fate, fields, full, room) }),
    ...(fields && fields.length > mostFields && { moreFields: fields.length - mostFields }),
  };
}

function codes(name: 'findings' | 'limits', list: readonly string[] | undefined, room: Room) {
  return list && list.length > 0
    ? { [name]: list.slice(0, mostCodes).map((code) => room.take(code, shortText)) }
    : undefined;
}

function messageOf(message: string, full: boolean, room: Room): RecordedMessage {
  const { length } = message;
  return full
    ? { text: room.take(message, longText), length }
    : { sha256: createHash('sha256').update(message).digest('hex'), length };
}

function fieldsOf(fate: Fate, fields: readonly FateField[], full: boolean, room: Room): RecordedField[] {
  const content = fate.decision === 'accept' ? fate.content : undefined;
  const kept = fields.slice(0, mostFields);
  // All names before any value: a long answer must not push out what was asked.
  const names = kept.map(({ name }) => room.take(name, shortText));
  return kept.map(({ name, flagged }, index) => {
    const given = content && Object.hasOwn(content, name);
    const value = given && full && flagged !== true ? recordedValue(content[name], room) : undefined;
    return {
      name: names[index] ?? '',
      ...(flagged === true && { flagged }),
      ...(given !== undefined && { given }),
      ...(value !== undefined && { value }),
    };
  });
}

/** Answers are texts, numbers, yes or no, or lists of such; anything else is not kept. */
function recordedValue(value: unknown, room: Room): RecordedValue | undefined {
  return Array.isArray(value)
    ? value.slice(0, mostItems).flatMap((item) => single(item, room) ?? [])
    : single(value, room);
}

function single(value: unknown, room: Room): string | number | boolean | undefined {
  switch (typeof value) {
    case 'string':
      return room.take(value, longText);
    case 'number':
      // Infinities have no JSON, and zero has no sign in it.
      return Number.isFinite(value) ? value + 0 : undefined;
    case 'boolean':
      return value;
    default:
      return undefined;
  }
}

function urlParts(url: string, full: boolean, room: Room) {
  if (url.length > longestUrl) {
    return undefined;
  }
  const site = registrableDomainOf(url);
  return {
    ...(site !== undefined && { site: room.take(site, idText) }),
    ...(full && { url: room.take(withoutUserInfo(url), longText) }),
  };
}

/** A resource's URI may have an answer or a key in its query. */
function targetOf({ kind, target }: { kind: string; target: string }, full: boolean): string {
  if (kind !== 'resource' || target.length > longestUrl) {
    return target;
  }
  return withoutUserInfo(full ? target : target.replace(/[?#].*$/s, ''));
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
