import { setImmediate as nextTurn } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { checkMessageSize, messageTooLongError, type OversizedMessageError } from '#core/common/messageLimits.ts';
import { bodyChunks } from './fetchWithoutTimeout.ts';

/** An event with data. */
export interface StreamEvent {
  /** `message` when the server names none. */
  readonly type: string;
  readonly data: string;
}

/** Bytes of an event's id, which is sent in a header when the stream is resumed. */
const maxIdBytes = 1000;
const emptyData = 'data:\n';
/** Characters of events that are yielded in one turn of the event loop. */
const maxCharactersPerTurn = 4096;

/**
 * Parses a `text/event-stream`, also one that goes on over several connections. Holds at most `limit` characters of one
 * event, and one chunk. Source: HTML Living Standard, "Server-sent events", "Interpreting an event stream".
 */
export class EventStreamReader {
  readonly #limit: number;
  #decoder = new TextDecoder();
  #afterReturn = false;
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
        // Removes the line that `#withData` has added.
        const sent = data.slice(0, -1);
        if (sent !== '') {
          this.#events.push({ type: event ?? 'message', data: sent });
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

  /** The id from which the stream can be resumed; `undefined` when the server sent none. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** The pause that the server asks for before the next connection. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** True when this connection has brought an id or a `retry` field: the server expects it to be resumed. */
  get isPrimed(): boolean {
    return this.#isPrimed;
  }

  /** The events that `chunk` completes. Throws OversizedMessageError when one is too long or has too many parts. */
  push(chunk: Uint8Array): readonly StreamEvent[] {
    this.#events = [];
    this.#parser.feed(this.#withData(this.#withNewlines(this.#decoder.decode(chunk, { stream: true }))));
    if (this.#oversized) {
      throw this.#oversized;
    }
    for (const { data } of this.#events) {
      checkMessageSize(data, this.#limit);
    }
    return this.#events;
  }

  /** The server cannot resume from the last event: the stream begins anew. */
  forgetLastEvent(): void {
    this.#lastEventId = undefined;
  }

  /** The connection has ended. Drops an unfinished event. */
  reset(): void {
    this.#decoder = new TextDecoder();
    this.#afterReturn = false;
    this.#atLineStart = true;
    this.#isPrimed = false;
    this.#parser.reset();
  }

  /** Replaces carriage returns, which end a line too: at the end of a chunk the parser would wait for the next one. */
  #withNewlines(text: string): string {
    const rest = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterReturn = text === '' ? this.#afterReturn : text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  /**
   * Adds an empty line of data to every event: the parser drops events without data, but the stream is resumed from the id
   * of such an event too. Servers of 2025-11-25 begin a stream with one.
   * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server".
   */
  #withData(text: string): string {
    const begun = this.#atLineStart && text.startsWith('\n') ? emptyData : '';
    this.#atLineStart = text === '' ? this.#atLineStart : text.endsWith('\n');
    return begun + text.replace(/(?<=\n)\n/g, `${emptyData}\n`);
  }
}

/**
 * The events in a response's body. One chunk can hold thousands of events: they are yielded over several turns of the event
 * loop, so that other servers are not blocked. Throws OversizedMessageError.
 */
export async function* readEvents(response: Response, events: EventStreamReader): AsyncGenerator<StreamEvent> {
  let inTurn = 0;
  for await (const chunk of bodyChunks(response)) {
    for (const event of events.push(chunk)) {
      if (inTurn >= maxCharactersPerTurn) {
        inTurn = 0;
        await nextTurn();
      }
      inTurn += event.data.length;
      yield event;
    }
  }
}

/** False when the id is empty, too long, or has control characters: the stream cannot be resumed from such an event. */
function fitsHeader(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= maxIdBytes && !/\p{Cc}/u.test(id);
}
