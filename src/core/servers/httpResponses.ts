import type { FetchLike } from '@modelcontextprotocol/client';
import { byteStream } from './byteStream.ts';
import { EventStream, encodeEvent } from './eventStream.ts';
import { maxMessageLength } from './limits.ts';

export function isEventStream({ ok, headers }: Response): boolean {
  return ok && (headers.get('content-type') ?? '').trim().toLowerCase().startsWith('text/event-stream');
}

/** `response` with other chunks as its body, which are made of it. */
export function streaming(chunks: AsyncIterable<Uint8Array>, { status, headers, body }: Response): Response {
  return new Response(
    byteStream(chunks, () => release(body)),
    { status, headers },
  );
}

/** The response with a body that ends in an error when it is too long. */
export function bounded(response: Response, limit = maxMessageLength): Response {
  const { body, status, statusText, headers } = response;
  if (!body) {
    return response;
  }
  async function* chunks(source: AsyncIterable<Uint8Array>) {
    let length = 0;
    for await (const chunk of source) {
      length += chunk.length;
      if (length > limit) {
        throw new RangeError(`The server sent a message of more than ${limit} bytes.`);
      }
      yield chunk;
    }
  }
  return new Response(
    byteStream(chunks(body), () => release(body)),
    { status, statusText, headers },
  );
}

/** `fetch` whose responses end in an error when a message in them is too long. */
export function boundedFetch(fetch: FetchLike, limit = maxMessageLength): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    return isEventStream(response) ? streaming(events(response, limit), response) : bounded(response, limit);
  };
}

async function* events({ body }: Response, limit: number) {
  const stream = new EventStream(limit);
  for await (const chunk of body ?? []) {
    for (const event of stream.push(chunk)) {
      yield encodeEvent(event);
    }
  }
}

/** Once somebody reads, it is up to them. */
function release(body: Response['body']): void {
  if (!body?.locked) {
    body?.cancel().catch(() => undefined);
  }
}
