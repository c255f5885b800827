import { setImmediate as nextTurn } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { checkMessageSize, messageTooLongError, type OversizedMessageError } from '#core/common/messageLimits.ts';
import { bodyChunks } from './fetchWithoutTimeout.ts';

/** A server-sent event that has data. */
export interface StreamEvent {
  /** The `event` field; `message` if there is none. */
  readonly type: string;
  readonly data: string;
}

/** The number of bytes of an event's id: resuming the stream sends the id in a header. */
const maxIdBytes = 1000;
const emptyData = 'data:\n';
/** The number of characters of events that are yielded in one turn of the event loop. */
const maxCharactersPerTurn = 4096;

/**
 * Parses a `text/event-stream`, also one that continues over several connections. Holds at most `limit` characters of one
 * event, and one chunk. Source: HTML Living Standard, "Server-sent events", "Interpreting an event stream".
 */
export class EventStreamReader {
  readonly #limit: number;
  #decoder = new TextDecoder();
  #endsWithReturn = false;
  #atLineStart = true;
  #events: StreamEvent[] = [];
  #oversized: OversizedMessageError | undefined;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;
  #isPrimed = false;
  readonly #parser: ReturnType<typeof createParser>;

  constructor(limit: number) {
    this.#limit = limit;
    this.#parser = createParser({
      maxBufferSize: limit,
      onEvent: ({ id, event, data }) => {
        if (id !== undefined) {
          this.#lastEventId = fitsHeader(id) ? id : undefined;
          this.#isPrimed = true;
        }
        // Removes the line that `#withEmptyData` has added.
        const sentData = data.slice(0, -1);
        if (sentData !== '') {
          this.#events.push({ type: event ?? 'message', data: sentData });
        }
      },
      onRetry: (ms) => {
        this.#retryMs = ms;
        this.#isPrimed = true;
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') {
          this.#oversized = messageTooLongError(limit);
        }
      },
    });
  }

  /** The id from which the stream can be resumed; `undefined` without a usable id. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** The pause before the next connection, from the server's `retry` field. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** True if the present connection has had an id or a `retry` field: the server expects that the stream is resumed. */
  get isPrimed(): boolean {
    return this.#isPrimed;
  }

  /** Returns the events that `chunk` completes. Throws OversizedMessageError if one is too long or has too many values. */
  push(chunk: Uint8Array): readonly StreamEvent[] {
    this.#events = [];
    this.#parser.feed(this.#withEmptyData(this.#withNewlines(this.#decoder.decode(chunk, { stream: true }))));
    if (this.#oversized) {
      throw this.#oversized;
    }
    for (const { data } of this.#events) {
      checkMessageSize(data, this.#limit);
    }
    return this.#events;
  }

  /** Forgets the id of the last event, from which the server cannot resume: the next request starts the stream again. */
  forgetLastEvent(): void {
    this.#lastEventId = undefined;
  }

  /** Prepares for the next connection. Drops an unfinished event; keeps the last id and the pause. */
  reset(): void {
    this.#decoder = new TextDecoder();
    this.#endsWithReturn = false;
    this.#atLineStart = true;
    this.#isPrimed = false;
    this.#parser.reset();
  }

  /** Replaces carriage returns, which also end a line: after one at the end of a chunk the parser would wait for more. */
  #withNewlines(text: string): string {
    const rest = this.#endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#endsWithReturn = text === '' ? this.#endsWithReturn : text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  /**
   * Adds an empty line of data to every event: the parser drops events without data, although a stream can be resumed from
   * the id of such an event. Servers of 2025-11-25 begin a stream with an event without data.
   * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server".
   */
  #withEmptyData(text: string): string {
    const prefix = this.#atLineStart && text.startsWith('\n') ? emptyData : '';
    this.#atLineStart = text === '' ? this.#atLineStart : text.endsWith('\n');
    return prefix + text.replace(/(?<=\n)\n/g, `${emptyData}\n`);
  }
}

/**
 * The events in a response's body. One chunk can hold thousands of events: they are yielded over several turns of the event
 * loop, so that other servers are not blocked. Throws OversizedMessageError.
 */
export async function* readEvents(response: Response, events: EventStreamReader): AsyncGenerator<StreamEvent> {
  let charactersInTurn = 0;
  for await (const chunk of bodyChunks(response)) {
    for (const event of events.push(chunk)) {
      if (charactersInTurn >= maxCharactersPerTurn) {
        charactersInTurn = 0;
        await nextTurn();
      }
      charactersInTurn += event.data.length;
      yield event;
    }
  }
}

/** False if the id is empty, too long, or has control characters: the stream cannot be resumed from such an event. */
function fitsHeader(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= maxIdBytes && !/\p{Cc}/u.test(id);
}
