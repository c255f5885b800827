import { lstat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import {
  type ClientMessage,
  type Closing,
  maxHelloBytes,
  maxLineBytes,
  type Welcome,
  type WindowMessage,
} from '#agentProtocol/agentMessages.ts';
import { readWindowMessage } from '#agentProtocol/readMessages.ts';
import { LineReader } from '#proxy/wire/lineReader.ts';
import { ClientHandshake, type ClientIdentity, type LinkFailure } from './clientHandshake.ts';

interface LinkHandler {
  message(message: WindowMessage): void;
  /** The connection has ended. Called once, unless this side has closed it. `closing`: what the window has said. */
  closed(closing: Omit<Closing, 'type'>): void;
}

/** A window that reads this slowly is given up. */
const maxUnsentBytes = 16 * 1024 * 1024;
/** How long the end of a call may wait for other messages, in milliseconds. */
const recordMs = 50;
/** Messages that are longer together do not wait. */
const maxHeldLength = 16 * 1024;

/** How long a window may take to read what was sent last, in milliseconds. */
const closeMs = 2000;

/** The codes of errors of a socket. */
const nobodyListens: readonly string[] = ['ECONNREFUSED', 'ENOENT'];
const connectionEnded: readonly string[] = ['ECONNRESET', 'EPIPE'];

/** An authenticated connection to a window. */
export class WindowLink {
  readonly welcome: Welcome;
  readonly #socket: Socket;
  readonly #handler: LinkHandler;
  #closing: Omit<Closing, 'type'> = { reason: 'window' };
  #isClosedHere = false;
  /** Messages that wait to be sent together, in order. */
  #unsent = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, welcome: Welcome, handler: LinkHandler) {
    this.#socket = socket;
    this.welcome = welcome;
    this.#handler = handler;
    socket.once('close', () => {
      if (!this.#isClosedHere) handler.closed(this.#closing);
    });
  }

  /** Reads one line of the window's. */
  receive(line: Buffer): void {
    const message = readWindowMessage(line.toString());
    if (message?.type === 'closing') this.#closing = message;
    else if (message && !this.#isClosedHere) this.#handler.message(message);
  }

  /** Only the record reads how calls have ended. These messages wait for others, so that many calls cost little. */
  send(message: ClientMessage): void {
    if (this.#isClosedHere || this.#socket.destroyed) return;
    this.#unsent += `${JSON.stringify(message)}\n`;
    if (message.type === 'callEnded' && this.#unsent.length < maxHeldLength) {
      this.#timer ??= setTimeout(() => this.#flush(), recordMs);
    } else {
      this.#flush();
    }
  }

  /**
   * Closes the connection when the window has read everything, or after two seconds. A window that writes to a connection that is closed
   * already loses what it has not read.
   */
  close(): Promise<void> {
    this.#isClosedHere = true;
    this.#flush();
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve();
      const timer = setTimeout(() => this.#socket.destroy(), closeMs).unref();
      this.#socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.end();
    });
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsent === '' || this.#socket.destroyed) return;
    this.#socket.write(this.#unsent);
    this.#unsent = '';
    if (this.#socket.writableLength > maxUnsentBytes) this.#socket.destroy();
  }
}

/** What reads an authenticated connection. */
interface LinkReader {
  receive(line: Buffer): void;
}

/** How long a window may take to reply. Longer than it waits for its workbench, so that a silent one counts. */
const handshakeMs = 3000;

/**
 * Connects to a window and authenticates both ends. Nothing but the hello is sent before the window has proved that it has the
 * key. `open` creates the reader of an authenticated connection. A line of more than `maxBytes` ends the connection.
 */
export async function connectWindow<T extends LinkReader>(
  path: string,
  key: Buffer,
  identity: ClientIdentity,
  open: (socket: Socket, welcome: Welcome) => T,
  maxBytes: number = maxLineBytes,
  timeoutMs: number = handshakeMs,
): Promise<T | LinkFailure> {
  if (!(await isOwnSocket(path))) return 'absent';
  return new Promise((resolve) => {
    const socket = connect(path);
    const handshake = new ClientHandshake(key, identity);
    let link: T | undefined;
    const fail = (failure: LinkFailure) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(failure);
    };
    const timer = setTimeout(() => fail('silent'), timeoutMs);
    const reader = new LineReader(
      {
        line: (line) => {
          if (link) {
            link.receive(line);
            return;
          }
          const step = line.length > maxHelloBytes ? 'refused' : handshake.receive(line.toString());
          if (typeof step === 'string') fail(step);
          else if ('hello' in step) socket.write(step.hello);
          else {
            clearTimeout(timer);
            link = open(socket, step.welcome);
            resolve(link);
          }
        },
        piece: () => fail('refused'),
      },
      maxBytes,
    );
    socket.on('data', (chunk) => {
      if (!socket.destroyed) reader.push(chunk);
    });
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (nobodyListens.includes(code)) fail('ended');
      else fail(connectionEnded.includes(code) ? handshake.endOfConnection : 'refused');
    });
    socket.on('close', () => fail(handshake.endOfConnection));
  });
}

/** True if no other user can listen on the socket. The names of pipes on Windows are random and not known to others. */
async function isOwnSocket(path: string): Promise<boolean> {
  if (process.platform === 'win32') return path.startsWith('\\\\.\\pipe\\');
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isSocket() === true && stats.uid === process.getuid?.();
}
