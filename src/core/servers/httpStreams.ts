import { setTimeout as delay } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/client';
import { isRecord, parsedJson } from '../../form/json.ts';
import { EventStream, encodeEvent, type StreamEvent } from './eventStream.ts';
import { bounded, isEventStream, isJson, streaming } from './httpResponses.ts';
import { maxMessageLength, type OpenQuestions, type StreamPauses } from './limits.ts';
import { chunksOf, leave } from './longFetch.ts';
import { isFit, onlyMessages } from './onlyMessages.ts';
import { type FitEvent, ReceivedResponses, type ReceivedResponsesParts, received } from './receivedResponses.ts';
import { connectAgain, pauseBefore, type Stream } from './reconnecting.ts';
import { timeLimit } from './timing.ts';

export interface HttpStreamsParts extends ReceivedResponsesParts {
  readonly fetch: FetchLike;
  /** For the standalone stream, which nobody waits for. */
  readonly fetchStandalone: FetchLike;
  readonly pauses: StreamPauses;
  readonly questions: OpenQuestions;
  /** The standalone stream was lost and is there again: the server may have said something that nobody heard. */
  readonly reopened: () => void;
  /** A stream cannot be had again: the server may be gone, or may not know us any more. */
  readonly suspect: () => void;
}

/** A connection that has lasted as long was no failure, though it brought nothing. */
const steadyMs = 20_000;
/** How often in a row a response's stream may be out of reach. */
const maxFailures = 5;
/** After as many in a row somebody has to look whether the server is there: sooner when a person is kept waiting. */
const suspicious = { asking: 2, idle: 3 };
/** Some servers send no response headers before their first event; we do not wait for that. */
const openLimitMs = 2000;
/** What a server says that does not know the event to go on from, or the session. */
const unknown: ReadonlySet<number> = new Set([400, 404]);
const replyPausesMs = [250, 1000, 4000];
/** Requests whose responses the SDK's transport has to see: for the session's id in the one, the end of the other. */
const forTransport: ReadonlySet<unknown> = new Set(['initialize', 'subscriptions/listen']);

/**
 * The HTTP requests of one Streamable HTTP connection. The messages of a response go straight to whoever receives them, and
 * to the SDK's transport it looks like one without content: its way through three more streams takes most of the time of a
 * short call.
 *
 * No stream seems ever to break: when a connection is lost, the stream is asked for again from its last event on, where the
 * server has given its events ids; it ends only when it is lost for good. The SDK's own way to do so gives up after two
 * attempts, forgets the event when the second connection breaks before another one came, and connects as fast as a server
 * likes.
 * Nothing is resumed for requests of the modern era, which knows no resumption.
 * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server", "Listening for Messages from
 * the Server" and "Resumability and Redelivery".
 */
export class HttpStreams {
  readonly #fetch: FetchLike;
  readonly #parts: HttpStreamsParts;
  readonly #received: ReceivedResponses;
  /** The streams of responses, by the ids of their requests. */
  readonly #responses = new Map<unknown, Stream>();
  #standaloneExpected = false;
  #standaloneAnswered: () => void = () => undefined;
  readonly #answered = new Promise<void>((resolve) => {
    this.#standaloneAnswered = resolve;
  });

  constructor(parts: HttpStreamsParts) {
    this.#parts = parts;
    this.#received = new ReceivedResponses(parts);
    this.#fetch = parts.fetch;
  }

  /** To be given to the SDK's transport. */
  readonly fetch: FetchLike = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const method = (init.method ?? 'GET').toUpperCase();
    if (method === 'GET' && headers.get('accept')?.includes('text/event-stream')) {
      return this.#openStandalone(url, { ...init, headers });
    }
    const message = typeof init.body === 'string' ? parsedJson(init.body) : undefined;
    this.#noteCancelled(message);
    const response = await (isResponse(message) ? this.#deliver(url, init) : this.#fetch(url, init));
    // The transport opens the stream when `notifications/initialized` was answered with 202.
    if (response.status === 202) {
      this.#standaloneExpected ||= method === 'POST';
      leave(response);
      return received();
    }
    const { id, method: asked } = isRecord(message) && 'method' in message ? message : {};
    const takes = id !== undefined && !forTransport.has(asked);
    if (!isEventStream(response)) {
      if (!isJson(response) || id === undefined) {
        return bounded(response);
      }
      if (!takes) {
        return onlyMessages(response, id, this.#received.misfits);
      }
      await this.#received.json(response, id);
      return received();
    }
    const unread = new AbortController();
    const stream: Stream = {
      id,
      url,
      init: { ...init, headers, ...(!takes && { signal: either(init.signal, unread.signal) }) },
      resumable: !headers.has('mcp-method'),
    };
    this.#responses.set(id, stream);
    const events = this.#follow(response, stream, (progress) => this.#resume(progress, stream));
    if (!takes) {
      return streaming(encoded(events), response, () => unread.abort());
    }
    void this.#received.events(events, stream);
    return received();
  };

  /**
   * Resolves when the standalone stream was opened or refused, or is not to be expected. In the legacy era a server may
   * push elicitations on it, and what it sends before the stream is open is lost.
   */
  async ready(): Promise<void> {
    if (this.#standaloneExpected) {
      await timeLimit(this.#answered, openLimitMs);
    }
  }

  async #openStandalone(url: string | URL, init: RequestInit & { headers: Headers }): Promise<Response> {
    try {
      const response = await this.#parts.fetchStandalone(url, init);
      if (!isEventStream(response)) {
        return bounded(response);
      }
      const unread = new AbortController();
      const stream = { url, init: { ...init, signal: either(init.signal, unread.signal) }, resumable: true };
      const events = this.#follow(response, stream, (progress) => this.#reopen(progress, stream));
      return streaming(encoded(events), response, () => unread.abort());
    } finally {
      this.#standaloneAnswered();
    }
  }

  /** The events of a stream that are fit, over as many connections as `next` finds. */
  async *#follow(
    first: Response,
    stream: Stream,
    next: (progress: Progress) => Promise<Response | undefined>,
  ): AsyncGenerator<FitEvent> {
    const events = new EventStream(maxMessageLength);
    const progress: Progress = { events, quiet: 0, answered: false };
    try {
      for (let response: Response | undefined = first; response; response = await next(progress)) {
        const since = performance.now();
        for await (const event of eventsOf(response, events, stream)) {
          progress.quiet = 0;
          const message = parsedJson(event.data);
          progress.answered ||= isResponse(message);
          if (isFit(event, this.#received.misfits, message)) {
            yield { event, message };
          }
        }
        events.cut();
        progress.quiet = performance.now() - since > steadyMs ? 1 : progress.quiet + 1;
      }
    } finally {
      this.#responses.delete(stream.id);
    }
  }

  /** The rest of a response; `undefined` when it is complete, or lost. */
  async #resume({ events, quiet, answered }: Progress, stream: Stream): Promise<Response | undefined> {
    const { questions, pauses } = this.#parts;
    const worthwhile = () => !answered && stream.resumable && events.lastEventId !== undefined;
    for (let failures = 0; worthwhile(); failures += 1) {
      await pauseBefore(events, quiet - 1 + failures, { ...pauses, mostMs: pauses.longestMs }, stream);
      const outcome = await connectAgain(this.#fetch, events, stream);
      if (outcome.kind === 'open') {
        return outcome.response;
      }
      // A network that is gone may come back before the person has answered; a server that is gone does not.
      const waits = outcome.kind === 'unreachable' && questions.anyOpen;
      if (outcome.kind === 'refused' || (failures + 1 >= maxFailures && !waits)) {
        return undefined;
      }
      this.#suspect(failures + 1);
    }
    return undefined;
  }

  /** The standalone stream again; `undefined` when the server does not offer it any more. */
  async #reopen({ events, quiet }: Progress, stream: Stream): Promise<Response | undefined> {
    const { fetchStandalone, pauses, reopened } = this.#parts;
    for (let failures = 0; ; failures += 1) {
      await pauseBefore(events, quiet - 1 + failures, { ...pauses, mostMs: pauses.idleMs }, stream);
      const outcome = await connectAgain(fetchStandalone, events, stream);
      if (outcome.kind === 'open') {
        reopened();
        return outcome.response;
      }
      if (outcome.kind === 'refused' && outcome.status === 405) {
        return undefined;
      }
      if (outcome.kind === 'refused' && unknown.has(outcome.status)) {
        events.forgetLastEvent();
      }
      this.#suspect(outcome.kind === 'refused' ? Number.POSITIVE_INFINITY : failures + 1);
    }
  }

  #suspect(failures: number): void {
    const { questions, suspect } = this.#parts;
    if (failures >= (questions.anyOpen ? suspicious.asking : suspicious.idle)) {
      suspect();
    }
  }

  /** Nobody waits any more for the response to a request that is cancelled. */
  #noteCancelled(message: unknown): void {
    if (isRecord(message) && message['method'] === 'notifications/cancelled' && isRecord(message['params'])) {
      const stream = this.#responses.get(message['params']['requestId']);
      if (stream) {
        stream.resumable = false;
      }
    }
  }

  /** A person's answer is not given up at the first trouble; a server that gets it twice knows its id. */
  async #deliver(url: string | URL, init: RequestInit): Promise<Response> {
    for (const pauseMs of replyPausesMs) {
      try {
        return await this.#fetch(url, init);
      } catch {
        await delay(pauseMs, undefined, { signal: init.signal ?? undefined });
      }
    }
    return this.#fetch(url, init);
  }
}

interface Progress {
  readonly events: EventStream;
  /** Connections since the last event, or since one that lasted. */
  quiet: number;
  /** The stream has brought the response that it was opened for. */
  answered: boolean;
}

/** Those of one connection. That it was cut is no error: so are many that are taken up again. */
async function* eventsOf(response: Response, events: EventStream, { init }: Stream): AsyncGenerator<StreamEvent> {
  try {
    for await (const chunk of chunksOf(response)) {
      yield* events.push(chunk);
    }
  } catch (error) {
    if (init.signal?.aborted || error instanceof RangeError) {
      throw error;
    }
  }
}

/** The signal of a stream that ends when nobody reads it any more: else that would be taken for a cut. */
function either(given: AbortSignal | null | undefined, unread: AbortSignal): AbortSignal {
  return given ? AbortSignal.any([given, unread]) : unread;
}

async function* encoded(events: AsyncIterable<FitEvent>): AsyncGenerator<Uint8Array> {
  for await (const { event } of events) {
    yield encodeEvent(event);
  }
}

function isResponse(message: unknown): boolean {
  return isRecord(message) && !('method' in message) && 'id' in message;
}
