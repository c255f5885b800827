import { setTimeout as delay } from 'node:timers/promises';
import { checkMessageSize, maxMessageLength, messageTooLongError } from '#core/common/messageLimits.ts';
import { bodyChunks } from './fetchWithoutTimeout.ts';
import { SendFailure } from './sendFailure.ts';

/** How many characters of the body of a refusal are read, and how long that may take. */
const maxRefusalLength = 1024 * 1024;
const refusalMs = 2000;
/** The longest pause that a server can request: an hour. */
const maxRetryAfterMs = 3_600_000;

export function isEventStream(response: Response): boolean {
  return isSuccessWithType(response, 'text/event-stream');
}

export function isJson(response: Response): boolean {
  return isSuccessWithType(response, 'application/json');
}

/** Reads the text of a body. Rejects with OversizedMessageError if it is longer than `limit` or has too many JSON values. */
export async function readText(response: Response, limit = maxMessageLength): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    if (length > limit) {
      throw messageTooLongError(limit);
    }
    parts.push(part);
  };
  for await (const chunk of bodyChunks(response)) {
    add(decoder.decode(chunk, { stream: true }));
  }
  add(decoder.decode());
  const text = parts.join('');
  checkMessageSize(text, limit);
  return text;
}

/** Makes a `refused` SendFailure of a response with an error status. The body is left out if it is too long or too slow. */
export async function readRefusal(response: Response): Promise<SendFailure> {
  const { status, statusText, headers } = response;
  const timeout = new AbortController();
  const bodyText = readText(response, maxRefusalLength).catch(() => undefined);
  const body = await Promise.race([
    bodyText,
    delay(refusalMs, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
  if (body === undefined) {
    response.body?.cancel().catch(() => undefined);
  }
  return new SendFailure({
    outcome: 'refused',
    message: `${status} ${statusText}`.trim(),
    status,
    retryAfterMs: readRetryAfter(headers.get('retry-after'), Date.now()),
    requiresAuthorization: status === 401 || (status === 403 && requiresMoreScopes(headers.get('www-authenticate'))),
    body,
  });
}

/** Source: RFC 6750 section 3.1. */
function requiresMoreScopes(challenge: string | null): boolean {
  return /\berror\s*=\s*"?insufficient_scope\b/i.test(challenge ?? '');
}

/**
 * The milliseconds that a `Retry-After` header demands, at most an hour; `undefined` if it is absent or invalid.
 * Source: RFC 9110, section 10.2.3: a number of seconds, or a date.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : /[A-Za-z]{3}/.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

function isSuccessWithType({ ok, headers }: Response, type: string): boolean {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  return ok && mediaType.trim().toLowerCase() === type;
}
