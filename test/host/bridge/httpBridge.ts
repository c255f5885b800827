import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { HttpReply } from './httpReply.ts';
import { isLocal, type JsonRpcMessage, modernRefusal } from './httpRules.ts';
import { type StdioCommand, StdioSession } from './stdioSession.ts';

const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * A Streamable HTTP server before a stdio server. It starts a process for each legacy session, and one for all requests of the
 * modern era, which has no sessions. Messages pass unchanged in both directions: what HTTP adds (sessions, headers, status
 * codes) is checked and answered here.
 */
export class HttpBridge {
  readonly #command: StdioCommand;
  readonly #http: Server;
  readonly #sessions = new Map<string, StdioSession>();
  /** Several only if clients use the same id at the same time. */
  readonly #modern: StdioSession[] = [];

  private constructor(command: StdioCommand) {
    this.#command = command;
    this.#http = createServer((request, response) => {
      this.#handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
    });
  }

  static async start(command: StdioCommand): Promise<HttpBridge> {
    const bridge = new HttpBridge(command);
    await once(bridge.#http.listen(0, '127.0.0.1'), 'listening');
    return bridge;
  }

  get url(): string {
    return `http://localhost:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  /** Returns when all processes have ended. */
  async close(): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    await Promise.all([...this.#sessions.values(), ...this.#modern].map((session) => session.end()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocal(request.headers)) {
      response.writeHead(403).end();
      return;
    }
    const id = request.headers['mcp-session-id'];
    const session = this.#sessions.get(String(id));
    if (id !== undefined && !session) response.writeHead(404).end();
    else if (request.method === 'POST') await this.#post(request, response, session);
    else if (request.method === 'GET' && session) session.listen(new HttpReply(response));
    else if (request.method === 'DELETE' && session) {
      this.#sessions.delete(String(id));
      await session.end();
      response.writeHead(204).end();
    } else response.writeHead(405).end();
  }

  async #post(request: IncomingMessage, response: ServerResponse, session?: StdioSession): Promise<void> {
    // A line break between the tokens of the message would end its line.
    const line = (await readText(request)).replaceAll(/[\r\n]+/g, ' ');
    const message: JsonRpcMessage = JSON.parse(line);
    const reply = new HttpReply(response);
    if (session) session.post(line, message, reply);
    else if (message.method === 'initialize' && message.params?._meta?.[protocolVersionKey] === undefined) {
      const id = randomUUID();
      const created = new StdioSession(this.#command, 'legacy');
      this.#sessions.set(id, created);
      response.setHeader('mcp-session-id', id);
      created.post(line, message, reply);
    } else {
      const refusal = modernRefusal(request.headers, message);
      if (refusal) reply.send(JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, error: refusal }), refusal.code);
      else this.#modernSession(message).post(line, message, reply);
    }
  }

  #modernSession({ id }: JsonRpcMessage): StdioSession {
    const free = this.#modern.find((session) => session.isRunning && !session.isOpen(id));
    if (free) return free;
    const created = new StdioSession(this.#command, 'modern');
    this.#modern.push(created);
    return created;
  }
}
