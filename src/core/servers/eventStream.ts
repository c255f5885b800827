/** An event of a stream as it is passed on. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/** Bytes of an event's id: more would not fit into the header that names it when the stream is resumed. */
const longestId = 1000;

/**
 * Reads a `text/event-stream`, over several connections if need be, and never holds more than `limit` characters of one
 * event. Source: HTML Living Standard, "Server-sent events", "Interpreting an event stream".
 */
export class EventStream {
  readonly #limit: number;
  #decoder = new TextDecoder();
  #line: string[] = [];
  #data: string[] = [];
  /** Characters held in `#line` and `#data`. */
  #held = 0;
  #afterReturn = false;
  #type = '';
  #id: string | undefined;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** From where the server can be asked to go on; `undefined` when it named no event. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** How long the server wants us to wait before we connect again. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** The events that `chunk` completes. Throws RangeError when one is too long. */
  push(chunk: Uint8Array): StreamEvent[] {
    const events: StreamEvent[] = [];
    let text = this.#decoder.decode(chunk, { stream: true });
    if (this.#afterReturn && text.startsWith('\n')) {
      text = text.slice(1);
    }
    this.#afterReturn = text === '' ? this.#afterReturn : text.endsWith('\r');
    const pieces = text.split(/\r\n|\r|\n/);
    const rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#hold(piece);
      const event = this.#readLine(this.#takeLine());
      if (event) {
        events.push(event);
      }
    }
    this.#hold(rest);
    return events;
  }

  /** The server cannot go on from the last event: the stream begins anew. */
  forgetLastEvent(): void {
    this.#id = undefined;
    this.#lastEventId = undefined;
  }

  /** The connection has ended: what it left unfinished is no event. */
  cut(): void {
    this.#decoder = new TextDecoder();
    this.#line = [];
    this.#afterReturn = false;
    this.#id = this.#lastEventId;
    this.#forgetEvent();
  }

  #hold(piece: string): void {
    this.#held += piece.length;
    if (this.#held > this.#limit) {
      throw new RangeError(`The server sent an event of more than ${this.#limit} characters.`);
    }
    if (piece) {
      this.#line.push(piece);
    }
  }

  #takeLine(): string {
    const line = this.#line.join('');
    this.#line = [];
    return line;
  }

  #readLine(line: string): StreamEvent | undefined {
    if (line === '') {
      return this.#dispatch();
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.#data.push(value);
      return undefined;
    }
    this.#held -= line.length;
    if (field === 'event') {
      this.#type = value.slice(0, 100);
    } else if (field === 'id' && !value.includes('\0')) {
      this.#id = fitsHeader(value) ? value : undefined;
    } else if (field === 'retry' && /^\d{1,15}$/.test(value)) {
      this.#retryMs = Number(value);
    }
    return undefined;
  }

  #dispatch(): StreamEvent | undefined {
    this.#lastEventId = this.#id;
    const data = this.#data.join('\n');
    const type = this.#type || 'message';
    this.#forgetEvent();
    return data === '' ? undefined : { type, data };
  }

  #forgetEvent(): void {
    this.#data = [];
    this.#held = 0;
    this.#type = '';
  }
}

/** The stream cannot be resumed from an event whose id is empty, too long, or has control characters. */
function fitsHeader(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= longestId && !/\p{Cc}/u.test(id);
}

/** An event as a server would have sent it, without the fields that are for reconnecting. */
export function encodeEvent({ type, data }: StreamEvent): Uint8Array {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return new TextEncoder().encode(`${type === 'message' ? '' : `event: ${type}\n`}${lines.join('')}\n`);
}
