import type { Socket } from 'node:net';

/** The bytes that wait to be read by the client, beyond which no further line of it is handled. */
const maxUnsentBytes = 1024 * 1024;
/** The bytes that wait to be read by the client, beyond which it is given up. Answers are sent also while lines are not handled. */
const defaultMaxUnsent = 16 * 1024 * 1024;
/** The number of lines of one socket that are handled in one turn of the event loop. */
const linesInTurn = 50;
/** The time that the lines of all sockets may take in one turn of the event loop before the others wait, in milliseconds. */
const maxTurnMs = 10;
/** The pause before the others are handled, so that a client that floods leaves time for everything else. In milliseconds. */
const pauseMs = 20;
/** How long a client may take to read the last lines, in milliseconds. */
const lastLinesMs = 500;
const lineEnd = 0x0a;

/** The time since the first line that was handled in a turn of the event loop, whichever socket it came from. */
class Turn {
  #endsAt: number | undefined;

  get isOver(): boolean {
    const now = performance.now();
    if (this.#endsAt === undefined) {
      this.#endsAt = now + maxTurnMs;
      setImmediate(() => {
        this.#endsAt = undefined;
      });
    }
    return now > this.#endsAt;
  }
}

const turn = new Turn();

interface LineSocketOptions {
  /** The longest line, in bytes, without its end. A longer one closes the socket. */
  readonly maxLineBytes: number;
  readonly onLine: (line: string) => void;
  /** Called when the client has caught up: see `sendText`. */
  readonly onDrain?: () => void;
  /** The bytes that wait to be read by the client, beyond which it is given up. */
  readonly maxUnsentBytes?: number;
  /** The bytes that sockets with long lines may hold together. A socket whose line does not fit is closed. */
  readonly shared?: { left: number };
  /** Called once, when no more lines are handled. */
  readonly onClose: () => void;
}

/**
 * A socket that carries lines. Memory is bounded in both directions: the socket is not read while lines wait, and a client that does not
 * read what it is sent is given up.
 */
export class LineSocket {
  readonly #socket: Socket;
  #options: LineSocketOptions;
  /** The bytes that were received and not handled. */
  #chunks: Buffer[] = [];
  /** The number of chunks, from the first, that have no line end. */
  #searched = 0;
  /** The number of bytes in these chunks. */
  #searchedBytes = 0;
  #isHeld = false;
  /** True if the other end sends no more. What it has sent is still handled. */
  #hasEnded = false;
  #isClosed = false;

  /** `socket`: with `allowHalfOpen`. */
  constructor(socket: Socket, options: LineSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('data', (chunk) => {
      if (!this.#isClosed) {
        this.#chunks.push(Buffer.from(chunk));
        this.#handleLines();
      }
    });
    socket.on('drain', () => {
      this.#options.onDrain?.();
      this.#handleLines();
    });
    socket.on('error', () => socket.destroy());
    socket.on('end', () => {
      this.#hasEnded = true;
      this.#handleLines();
    });
    socket.on('close', () => this.destroy());
  }

  /** Handles no lines until `release`. */
  hold(): void {
    this.#isHeld = true;
    this.#socket.pause();
  }

  /** Handles lines again, from now on with these options. */
  release(options: Partial<LineSocketOptions>): void {
    this.#options = { ...this.#options, ...options };
    this.#isHeld = false;
    this.#handleLines();
  }

  /** Sends a message as one line. */
  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  /** Sends a text without line ends as one line. False if the client is behind: `onDrain` is called when it has caught up. */
  sendText(text: string): boolean {
    if (this.#isClosed) {
      return true;
    }
    const isKeepingUp = this.#socket.write(`${text}\n`);
    if (this.#socket.writableLength > (this.#options.maxUnsentBytes ?? defaultMaxUnsent)) {
      this.destroy();
    }
    return isKeepingUp || this.#socket.writableLength <= maxUnsentBytes;
  }

  /**
   * Closes the socket when the client has read everything, or after a short time. A client that writes to a socket that is closed already
   * loses what it has not read.
   */
  close(): void {
    if (!this.#isClosed) {
      this.#setClosed();
      const timer = setTimeout(() => this.#socket.destroy(), lastLinesMs).unref();
      this.#socket.once('close', () => clearTimeout(timer));
      this.#socket.resume();
      this.#socket.end();
    }
  }

  /** Closes the socket at once. */
  destroy(): void {
    this.#socket.destroy();
    this.#setClosed();
  }

  #setClosed(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#chunks = [];
      this.#giveBack();
      this.#options.onClose();
    }
  }

  #handleLines(): void {
    for (let handled = 0; !this.#isClosed; handled += 1) {
      if (this.#isHeld || this.#socket.writableLength > maxUnsentBytes) {
        this.#socket.pause();
        return;
      }
      if (handled === linesInTurn || turn.isOver) {
        this.hold();
        setTimeout(() => this.release({}), pauseMs);
        return;
      }
      const line = this.#takeLine();
      if (line === undefined) {
        this.#hasEnded ? this.close() : this.#socket.resume();
        return;
      }
      this.#options.onLine(line);
    }
  }

  /** Removes the first line; `undefined` if it is not complete, or too long. */
  #takeLine(): string | undefined {
    const { maxLineBytes } = this.#options;
    for (; this.#searched < this.#chunks.length; this.#searched += 1) {
      const chunk = this.#chunks[this.#searched] ?? Buffer.alloc(0);
      const end = chunk.indexOf(lineEnd);
      if (this.#searchedBytes + (end === -1 ? chunk.length : end) > maxLineBytes) {
        this.destroy();
        return undefined;
      }
      if (end !== -1) {
        const line = Buffer.concat([...this.#chunks.slice(0, this.#searched), chunk.subarray(0, end)]);
        this.#chunks = [chunk.subarray(end + 1), ...this.#chunks.slice(this.#searched + 1)];
        this.#giveBack();
        return line.toString('utf8');
      }
      this.#searchedBytes += chunk.length;
      const { shared } = this.#options;
      if (shared) {
        shared.left -= chunk.length;
        if (shared.left < 0) {
          this.destroy();
          return undefined;
        }
      }
    }
    return undefined;
  }

  /** The line that was searched is taken, or not wanted. */
  #giveBack(): void {
    const { shared } = this.#options;
    if (shared) {
      shared.left += this.#searchedBytes;
    }
    this.#searched = 0;
    this.#searchedBytes = 0;
  }
}
