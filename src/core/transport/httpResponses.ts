import { setTimeout as delay } from 'node:timers/promises';
import { checkMessageSize, maxMessageLength, messageTooLongError } from '#core/common/messageLimits.ts';
import { bodyChunks } from './fetchWithoutTimeout.ts';
import { SendFailure } from './sendFailure.ts';

/** Characters of the body of a refusal that are read, and how long that may take. */
const maxRefusal = 1024 * 1024;
const refusalMs = 2000;
/** The longest pause that a server can ask for: an hour. */
const maxRetryAfterMs = 3_600_000;

export function isEventStream(response: Response): boolean {
  return isOf(response, 'text/event-stream');
}

export function isJson(response: Response): boolean {
  return isOf(response, 'application/json');
}

/** The text of a body. Rejects with OversizedMessageError when it is longer than `limit` or has too many parts. */
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

/** Reads a response with an error status. The body is left out when it is too long or takes too long. */
export async function readRefusal(response: Response): Promise<SendFailure> {
  const { status, statusText, headers } = response;
  const late = new AbortController();
  const reading = readText(response, maxRefusal).catch(() => undefined);
  const body = await Promise.race([
    reading,
    delay(refusalMs, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  if (body === undefined) {
    response.body?.cancel().catch(() => undefined);
  }
  return new SendFailure({
    outcome: 'refused',
    message: `${status} ${statusText}`.trim(),
    status,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
    wantsAuthorization: status === 401 || (status === 403 && demandsScopes(headers.get('www-authenticate'))),
    body,
  });
}

/** Source: RFC 6750 section 3.1. */
function demandsScopes(challenge: string | null): boolean {
  return /\berror\s*=\s*"?insufficient_scope\b/i.test(challenge ?? '');
}

/**
 * Milliseconds from a `Retry-After` header, at most an hour; `undefined` when there is none or it cannot be read.
 * Source: RFC 9110, section 10.2.3: seconds, or a date.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : /[A-Za-z]{3}/.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

function isOf({ ok, headers }: Response, type: string): boolean {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  return ok && mediaType.trim().toLowerCase() === type;
}
