import type { FetchLike } from '@modelcontextprotocol/client';
import { byteStream } from './byteStream.ts';
import { EventStream, encodeEvent, type StreamEvent } from './eventStream.ts';
import { maxMessageLength } from './limits.ts';
import { chunksOf } from './longFetch.ts';

export function isEventStream(response: Response): boolean {
  return isOf(response, 'text/event-stream');
}

export function isJson(response: Response): boolean {
  return isOf(response, 'application/json');
}

/** `response` with other chunks as its body, which are made of it. `unread`: nobody reads on. */
export function streaming(
  chunks: AsyncIterable<Uint8Array>,
  { status, headers, body }: Response,
  unread: () => void = () => undefined,
): Response {
  const release = () => {
    unread();
    cancel(body);
  };
  return new Response(byteStream(chunks, release), { status, headers });
}

/** The response with a body that ends in an error when it is too long. */
export function bounded(response: Response, limit = maxMessageLength): Response {
  const { body, status, statusText, headers } = response;
  if (!body) {
    return response;
  }
  return new Response(
    byteStream(notTooMuch(body, limit), () => cancel(body)),
    { status, statusText, headers },
  );
}

/** The text of a response's body. Rejects with RangeError when it is too long. */
export async function textOf(response: Response, limit = maxMessageLength): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of notTooMuch(chunksOf(response), limit)) {
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

async function* notTooMuch(source: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limit) {
      throw new RangeError(`The server sent a message of more than ${limit} bytes.`);
    }
    yield chunk;
  }
}

/** `fetch` whose responses end in an error when a message in them is too long. `fits`: whether an event is passed on. */
export function boundedFetch(
  fetch: FetchLike,
  fits: (event: StreamEvent) => boolean,
  limit = maxMessageLength,
): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    return isEventStream(response) ? streaming(events(response, fits, limit), response) : bounded(response, limit);
  };
}

async function* events({ body }: Response, fits: (event: StreamEvent) => boolean, limit: number) {
  const stream = new EventStream(limit);
  for await (const chunk of body ?? []) {
    for (const event of stream.push(chunk).filter(fits)) {
      yield encodeEvent(event);
    }
  }
}

function isOf({ ok, headers }: Response, type: string): boolean {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  return ok && mediaType.trim().toLowerCase() === type;
}

/**
 * Gives a body up, unless it is read itself: then that is up to its reader. Who reads the source beneath it (`chunksOf`)
 * finds the connection closed.
 */
function cancel(body: Response['body']): void {
  if (!body?.locked) {
    body?.cancel().catch(() => undefined);
  }
}
