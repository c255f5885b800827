import { createParser } from 'eventsource-parser';
import { hasTooManyParts, mostParts } from './messageSize.ts';

/** An event of a stream that has data. */
export interface StreamEvent {
  /** `message` where the server named none. */
  readonly type: string;
  readonly data: string;
}

/** Bytes of an event's id: more would not fit into the header that names it when the stream is resumed. */
const longestId = 1000;

/**
 * Reads a `text/event-stream`, over several connections if need be, and never holds more than `limit` characters of one
 * event (and one chunk). Source: HTML Living Standard, "Server-sent events", "Interpreting an event stream"; of an event
 * without a `data` field the id is not kept.
 */
export class EventStream {
  readonly #limit: number;
  #decoder = new TextDecoder();
  #afterReturn = false;
  #events: StreamEvent[] = [];
  #tooLong = false;
  #tooManyParts = false;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;
  readonly #parser: ReturnType<typeof createParser>;

  constructor(limit: number) {
    this.#limit = limit;
    this.#parser = createParser({
      maxBufferSize: limit,
      onEvent: ({ id, event, data }) => {
        if (id !== undefined) {
          this.#lastEventId = fitsHeader(id) ? id : undefined;
        }
        if (hasTooManyParts(data)) {
          this.#tooManyParts = true;
        } else if (data !== '') {
          this.#events.push({ type: event ?? 'message', data });
        }
      },
      onRetry: (ms) => {
        this.#retryMs = ms;
      },
      onError: ({ type }) => {
        this.#tooLong ||= type === 'max-buffer-size-exceeded';
      },
    });
  }

  /** From where the server can be asked to go on; `undefined` when it named no event. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** How long the server wants us to wait before we connect again. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** The events that `chunk` completes. Throws RangeError when one is too long, or has too many parts. */
  push(chunk: Uint8Array): readonly StreamEvent[] {
    this.#events = [];
    this.#parser.feed(this.#withNewlines(this.#decoder.decode(chunk, { stream: true })));
    if (this.#tooLong) {
      throw new RangeError(`The server sent an event of more than ${this.#limit} characters.`);
    }
    if (this.#tooManyParts) {
      throw new RangeError(`The server sent an event of more than ${mostParts} values.`);
    }
    return this.#events;
  }

  /** The server cannot go on from the last event: the stream begins anew. */
  forgetLastEvent(): void {
    this.#lastEventId = undefined;
  }

  /** The connection has ended: what it left unfinished is no event. */
  cut(): void {
    this.#decoder = new TextDecoder();
    this.#afterReturn = false;
    this.#parser.reset();
  }

  /** A carriage return ends a line too. At the end of a chunk the parser would wait for what follows it. */
  #withNewlines(text: string): string {
    const rest = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterReturn = text === '' ? this.#afterReturn : text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }
}

/** The stream cannot be resumed from an event whose id is empty, too long, or has control characters. */
function fitsHeader(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= longestId && !/\p{Cc}/u.test(id);
}
