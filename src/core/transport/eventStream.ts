import { setImmediate as nextTurn } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { checkMessageSize, messageTooLongError, type OversizedMessageError } from '#core/common/messageLimits.ts';
import { bodyChunks } from './fetchWithoutTimeout.ts';

/** An event of a stream that has data. */
export interface StreamEvent {
  /** `message` where the server named none. */
  readonly type: string;
  readonly data: string;
}

/** Bytes of an event's id: more would not fit into the header that names it when the stream is resumed. */
const longestId = 1000;
const emptyData = 'data:\n';
/** Of events that are given out between two turns of the event loop. */
const charactersInTurn = 4096;

/**
 * Reads a `text/event-stream`, over several connections if need be, and never holds more than `limit` characters of one
 * event (and one chunk). Source: HTML Living Standard, "Server-sent events", "Interpreting an event stream".
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
        // Without the line that `#withData` has added.
        const own = data.slice(0, -1);
        if (own !== '') {
          this.#events.push({ type: event ?? 'message', data: own });
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

  /** From where the server can be asked to go on; `undefined` when it named no event. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** How long the server wants us to wait before we connect again. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** True when this connection has brought the id of an event, or said how long to wait: it may be asked for again. */
  get isPrimed(): boolean {
    return this.#isPrimed;
  }

  /** The events that `chunk` completes. Throws OversizedMessage when one is too long, or has too many parts. */
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

  /** The server cannot go on from the last event: the stream begins anew. */
  forgetLastEvent(): void {
    this.#lastEventId = undefined;
  }

  /** The connection has ended: what it left unfinished is no event. */
  cut(): void {
    this.#decoder = new TextDecoder();
    this.#afterReturn = false;
    this.#atLineStart = true;
    this.#isPrimed = false;
    this.#parser.reset();
  }

  /** A carriage return ends a line too. At the end of a chunk the parser would wait for what follows it. */
  #withNewlines(text: string): string {
    const rest = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#afterReturn = text === '' ? this.#afterReturn : text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  /**
   * Every event with one empty line of data more: the parser leaves out events without data, and the stream is resumed
   * from the id of such an event too. Servers of 2025-11-25 begin a stream with one.
   * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server".
   */
  #withData(text: string): string {
    const begun = this.#atLineStart && text.startsWith('\n') ? emptyData : '';
    this.#atLineStart = text === '' ? this.#atLineStart : text.endsWith('\n');
    return begun + text.replace(/(?<=\n)\n/g, `${emptyData}\n`);
  }
}

/**
 * The events in a response's body. A server can say thousands of things in one chunk: they are given out in several turns
 * of the event loop, so that its flood does not hold up what others say. Throws OversizedMessage.
 */
export async function* readEvents(response: Response, events: EventStreamReader): AsyncGenerator<StreamEvent> {
  let inTurn = 0;
  for await (const chunk of bodyChunks(response)) {
    for (const event of events.push(chunk)) {
      if (inTurn >= charactersInTurn) {
        inTurn = 0;
        await nextTurn();
      }
      inTurn += event.data.length;
      yield event;
    }
  }
}

/** The stream cannot be resumed from an event whose id is empty, too long, or has control characters. */
function fitsHeader(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= longestId && !/\p{Cc}/u.test(id);
}
