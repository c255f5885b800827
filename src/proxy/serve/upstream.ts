import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { beginAgainId } from '#agentProtocol/agentMessages.ts';
import { Envelope, idText } from '#proxy/wire/envelope.ts';
import { LineReader } from '#proxy/wire/lineReader.ts';

/** Connects to the server. A text: why that is not possible, for the agent. */
type Connect = (open: (socket: Socket) => { receive(line: Buffer): void }) => Promise<unknown>;

const otherVersionText =
  'The server in the editor speaks another version of the protocol than before. Start it again in the agent.';

/** The bytes that may wait for a session that is begun again, to learn which of them are cancelled. */
const maxWaitingBytes = 1024 * 1024;

/**
 * The server's end where a window lends the server: what a child's input and output are otherwise. Connects with the first request, and
 * again with the next one after the window has closed. Up to 2025-11-25 a new session is begun as the agent has begun its own.
 */
export class Upstream extends Duplex {
  readonly #connect: Connect;
  readonly #onLost: (message: string) => void;
  readonly #lossText: () => string;
  readonly #reader = new LineReader({
    line: (line) => this.#lines.push(line),
    piece: (piece) => this.#socket?.write(piece),
  });
  readonly #lines: Buffer[] = [];
  #socket: Socket | undefined;
  /** True while lines are sent, or wait for the connection. */
  #isSending = false;
  /** Accepts the next chunk. */
  #done: (() => void) | undefined;
  /** The bytes of the chunk that is being sent, and those behind it that belong to requests which were ended meanwhile. */
  #writing = 0;
  #skippedBytes = 0;
  /** How the agent has begun its session, and the revision that it was told, as JSON text. */
  #initialize: Envelope | undefined;
  #initialized: Buffer | undefined;
  #version: string | undefined;
  /** The request with which the connection was opened, and whether it was cancelled before it was sent. */
  #openedBy: string | undefined;
  #isCancelled = false;
  /** Waits for the response to a repeated `initialize`. */
  #onBegun: ((response: Envelope | undefined) => void) | undefined;

  /**
   * @param onLost is called with a sentence for the calls in flight
   * @param lossText returns the sentence for calls whose window has closed the connection
   */
  constructor(connect: Connect, onLost: (message: string) => void, lossText: () => string) {
    super();
    this.#connect = connect;
    this.#onLost = onLost;
    this.#lossText = lossText;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#reader.push(chunk);
    if (this.#skippedBytes > 0) {
      this.#skippedBytes -= chunk.length;
      for (const line of this.#lines.splice(0)) this.#note(line, Envelope.read(line));
      done();
      return;
    }
    this.#writing = chunk.length;
    this.#done = done;
    if (this.#onBegun) this.#lookAtWaiting();
    if (!this.#isSending) void this.#sendLines();
  }

  #acceptNext(): void {
    const done = this.#done;
    this.#done = undefined;
    this.#writing = 0;
    done?.();
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _final(done: () => void): void {
    // What still waits for a session is not sent any more.
    this.#lines.length = 0;
    this.#isCancelled = true;
    if (this.#socket) this.#socket.once('close', () => done()).end();
    else done();
  }

  async #sendLines(): Promise<void> {
    this.#isSending = true;
    for (let line = this.#lines.shift(); line; line = this.#lines.shift()) {
      const message = Envelope.read(line);
      this.#note(line, message);
      if (!this.#socket && !(isRequest(message) && (await this.#open(message)))) continue;
      if (this.#socket?.write(line) === false) await drained(this.#socket);
    }
    this.#isSending = false;
    this.#acceptNext();
  }

  /**
   * Forgets the requests that are cancelled before they were sent. If none is left that waits for the session, the connection is given up:
   * the server may never answer.
   */
  #lookAtWaiting(): void {
    const waiting = this.#lines.map((line) => ({ line, message: Envelope.read(line) }));
    const cancelled = waiting.flatMap(({ message }) => cancelledId(message) ?? []);
    this.#isCancelled ||= cancelled.includes(this.#openedBy ?? '');
    const left = waiting.filter(({ message }) => !cancelled.includes(cancelledId(message) ?? message?.id ?? ''));
    this.#lines.splice(0, this.#lines.length, ...left.map(({ line }) => line));
    if (this.#isCancelled && !left.some(({ message }) => isRequest(message))) {
      this.#giveUp();
    }
    if (left.reduce((sum, { line }) => sum + line.length, 0) < maxWaitingBytes) this.#acceptNext();
  }

  #giveUp(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#onBegun?.(undefined);
  }

  #note(line: Buffer, message: Envelope | undefined): void {
    if (message?.method === 'initialize') {
      this.#initialize = message;
      this.#initialized = undefined;
      this.#version = undefined;
    } else if (message?.method === 'notifications/initialized') {
      this.#initialized = line;
    }
  }

  /** False if there is no connection for this request. */
  async #open(request: Envelope): Promise<boolean> {
    const found = await this.#connect((socket) => {
      this.#socket = socket;
      socket.once('close', () => this.#closed(socket));
      return { receive: (line) => this.#receive(line) };
    });
    if (typeof found === 'string') {
      this.#lose(found);
      return false;
    }
    if (!this.#initialize || request.method === 'initialize') return this.#socket !== undefined;
    this.#openedBy = request.id;
    this.#isCancelled = false;
    return (await this.#begin(this.#initialize)) && !this.#isCancelled;
  }

  async #begin(initialize: Envelope): Promise<boolean> {
    const response = await new Promise<Envelope | undefined>((resolve) => {
      this.#onBegun = resolve;
      this.#socket?.write(initialize.with([[['id'], beginAgainId]]));
      if (this.#socket) this.#lookAtWaiting();
      else resolve(undefined);
    });
    this.#onBegun = undefined;
    const version = response?.text(['result', 'protocolVersion']);
    if (version !== undefined && this.#version !== undefined && version !== this.#version) {
      this.#socket?.destroy();
      this.#socket = undefined;
      this.#lose(otherVersionText);
      return false;
    }
    this.#version ??= version;
    // After an error, the window begins the session itself when a call may ask the user.
    if (this.#initialized) this.#socket?.write(this.#initialized);
    return this.#socket !== undefined;
  }

  #receive(line: Buffer): void {
    if (this.#initialize && this.#version === undefined) this.#readVersion(Envelope.read(line));
    if (this.#onBegun) {
      const message = Envelope.read(line);
      if (message?.id === beginAgainId && message.isResponse) {
        this.#onBegun(message);
        return;
      }
    }
    if (!this.push(line)) this.#socket?.pause();
  }

  #readVersion(message: Envelope | undefined): void {
    if (message?.isResponse && message.id === this.#initialize?.id) {
      this.#version = message.text(['result', 'protocolVersion']);
    }
  }

  #closed(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#onBegun?.(undefined);
    if (!this.writableEnded) this.#lose(this.#lossText());
  }

  /** Ends what is in flight. Requests that wait to be sent are ended, too, and must not be sent any more. */
  #lose(message: string): void {
    for (const line of this.#lines.splice(0)) this.#note(line, Envelope.read(line));
    this.#skippedBytes = this.writableLength - this.#writing;
    this.#onLost(message);
  }
}

function isRequest(message: Envelope | undefined): message is Envelope {
  return message?.method !== undefined && message.id !== undefined;
}

/** The id of the request that a message cancels. */
function cancelledId(message: Envelope | undefined): string | undefined {
  const id = message?.method === 'notifications/cancelled' ? message.text(['params', 'requestId']) : undefined;
  return id === undefined ? undefined : idText(id);
}

async function drained(socket: Socket): Promise<void> {
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
}
