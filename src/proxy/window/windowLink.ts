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
  /** The connection has ended. Called once, unless this side has closed it. */
  closed(reason: Closing['reason']): void;
}

/** A window that reads this slowly is given up. */
const maxUnsentBytes = 16 * 1024 * 1024;

/** An authenticated connection to a window. */
export class WindowLink {
  readonly welcome: Welcome;
  readonly #socket: Socket;
  readonly #handler: LinkHandler;
  #reason: Closing['reason'] = 'window';
  #isClosedHere = false;

  constructor(socket: Socket, welcome: Welcome, handler: LinkHandler) {
    this.#socket = socket;
    this.welcome = welcome;
    this.#handler = handler;
    socket.once('close', () => {
      if (!this.#isClosedHere) handler.closed(this.#reason);
    });
  }

  /** Reads one line of the window's. */
  receive(line: string): void {
    const message = readWindowMessage(line);
    if (message?.type === 'closing') this.#reason = message.reason;
    else if (message && !this.#isClosedHere) this.#handler.message(message);
  }

  send(message: ClientMessage): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(`${JSON.stringify(message)}\n`);
    if (this.#socket.writableLength > maxUnsentBytes) this.#socket.destroy();
  }

  /** Closes the connection when everything is sent. */
  close(): Promise<void> {
    this.#isClosedHere = true;
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve();
      this.#socket.once('close', () => resolve());
      this.#socket.end(() => this.#socket.destroySoon());
    });
  }
}

/**
 * Connects to a window and authenticates both ends. Nothing but the hello is sent before the window has proved that it has the
 * key.
 */
export async function connectWindow(
  path: string,
  key: Buffer,
  identity: ClientIdentity,
  handler: LinkHandler,
  timeoutMs: number,
): Promise<WindowLink | LinkFailure> {
  if (!(await isOwnSocket(path))) return 'absent';
  return new Promise((resolve) => {
    const socket = connect(path);
    const handshake = new ClientHandshake(key, identity);
    let link: WindowLink | undefined;
    const fail = (failure: LinkFailure) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(failure);
    };
    const timer = setTimeout(() => fail('refused'), timeoutMs);
    const reader = new LineReader(
      {
        line: (line) => {
          if (link) {
            link.receive(line.toString());
            return;
          }
          const step = line.length > maxHelloBytes ? 'refused' : handshake.receive(line.toString());
          if (typeof step === 'string') fail(step);
          else if ('hello' in step) socket.write(step.hello);
          else {
            clearTimeout(timer);
            link = new WindowLink(socket, step.welcome, handler);
            resolve(link);
          }
        },
        piece: () => socket.destroy(),
      },
      maxLineBytes,
    );
    socket.on('data', (chunk) => {
      if (!socket.destroyed) reader.push(chunk);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'absent' : 'refused');
    });
    socket.on('close', () => fail('refused'));
  });
}

/** True if no other user can listen on the socket. The names of pipes on Windows are random and not known to others. */
async function isOwnSocket(path: string): Promise<boolean> {
  if (process.platform === 'win32') return path.startsWith('\\\\.\\pipe\\');
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isSocket() === true && stats.uid === process.getuid?.();
}
