import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { LineReader } from '#proxy/wire/lineReader.ts';
import type { HttpReply } from './httpReply.ts';
import type { JsonRpcMessage } from './httpRules.ts';

/** How a server is started. */
export interface StdioCommand {
  readonly command: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

interface OpenRequest {
  readonly message: JsonRpcMessage;
  readonly reply: HttpReply;
}

/** One process of a server, and the HTTP responses that wait for its messages. */
export class StdioSession {
  readonly #era: 'legacy' | 'modern';
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  /** By id, as JSON text; the newest last. */
  readonly #open = new Map<string, OpenRequest>();
  #listener: HttpReply | undefined;
  isRunning = true;

  constructor({ command: [file, ...args], env, cwd }: StdioCommand, era: 'legacy' | 'modern') {
    this.#era = era;
    this.#child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdin.on('error', () => undefined);
    const reader = new LineReader({ line: (line) => this.#receive(line.toString().trimEnd()), piece: () => undefined });
    this.#child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    this.#ended = once(this.#child, 'close').then(() => {
      this.isRunning = false;
      for (const { reply } of this.#open.values()) reply.lost();
    });
  }

  /** True if a request with this id waits for its response. */
  isOpen(id: JsonRpcMessage['id']): boolean {
    return this.#open.has(JSON.stringify(id));
  }

  post(line: string, message: JsonRpcMessage, reply: HttpReply): void {
    if (message.method !== undefined && message.id !== undefined) {
      const key = JSON.stringify(message.id);
      this.#open.set(key, { message, reply });
      reply.onAbandoned(() => this.#abandon(key, message));
    } else {
      reply.accepted();
    }
    this.#child.stdin.write(`${line}\n`);
  }

  /** Takes the messages that belong to no request. */
  listen(reply: HttpReply): void {
    reply.stream();
    reply.onAbandoned(() => {
      this.#listener = undefined;
    });
    this.#listener = reply;
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  /** In the modern era a client cancels a request by closing its stream. */
  #abandon(key: string, { id }: JsonRpcMessage): void {
    if (!this.#open.delete(key) || this.#era === 'legacy') return;
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } };
    this.#child.stdin.write(`${JSON.stringify(cancelled)}\n`);
  }

  #receive(line: string): void {
    const message: JsonRpcMessage = JSON.parse(line);
    if (message.method === undefined) {
      const key = JSON.stringify(message.id);
      const request = this.#open.get(key);
      this.#open.delete(key);
      request?.reply.send(line, this.#era === 'modern' ? message.error?.code : undefined);
    } else {
      (this.#requestOf(message)?.reply ?? this.#listener)?.event(line);
    }
  }

  /** The request that a message from the server belongs to: the one that it names, else the newest. */
  #requestOf({ params }: JsonRpcMessage): OpenRequest | undefined {
    const subscription = params?._meta?.[subscriptionKey];
    if (subscription !== undefined) return this.#open.get(JSON.stringify(subscription));
    const requests = [...this.#open.values()];
    const token = params?.['progressToken'];
    if (token === undefined) return requests.at(-1);
    return requests.find(({ message }) => message.params?._meta?.['progressToken'] === token);
  }
}
