import { type Client, isSpecType, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import { inOneLine } from '../../form/text.ts';
import { type Failure, HostError } from '../errors.ts';
import { asReceived } from './hostClient.ts';
import { endsTheStream } from './httpTransport.ts';
import { Limit, type OpenQuestions } from './limits.ts';
import { listPages } from './offerings.ts';
import type { OfferedTool, ServerSelf } from './state.ts';
import { longestTimeoutMs, timeLimit } from './timing.ts';
import { lost, type Wire } from './wire.ts';
import type { WireLog } from './wireLog.ts';

export type ListKind = 'tools' | 'prompts' | 'resources';

export interface ConnectionListeners {
  /** The connection ended by itself. Nothing can be sent any more. */
  ended(failure: Failure): void;
  listChanged(kind: ListKind): void;
}

export interface ConnectionParts {
  readonly client: Client;
  readonly wire: Wire;
  readonly log: WireLog;
  readonly listeners: ConnectionListeners;
  readonly type: 'stdio' | 'http' | 'sse';
  /** See `Limits`. */
  readonly listMs: number;
  /** What the server may ask of a person. */
  readonly questions: OpenQuestions | undefined;
  /** The reason in words when the connection ends by itself. */
  readonly explainEnd: (error: unknown) => Failure;
  /** Tells a Streamable HTTP server that its session is over. */
  readonly terminateSession?: () => Promise<void>;
}

export interface RequestOptions {
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

const flushMs = 300;
const goodbyeMs = 1000;
const aliveMs = 5000;
const closeMs = 5000;
const lostSummary = 'The connection was lost before the server answered.';

/** One open connection to a server, of either era. */
export class Connection {
  readonly self: ServerSelf;
  readonly era: 'legacy' | 'modern';
  readonly #parts: ConnectionParts;
  readonly #capabilities: ReturnType<Client['getServerCapabilities']>;
  #closed = false;
  #checking: Promise<boolean> | undefined;

  /** `client` is connected to `wire`. */
  constructor(parts: ConnectionParts) {
    const { client, wire, log, type } = parts;
    this.#parts = parts;
    const version = client.getServerVersion();
    this.self = {
      name: version?.title ?? version?.name,
      version: version?.version,
      protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
      instructions: client.getInstructions(),
    };
    this.era = client.getProtocolEra() ?? 'legacy';
    this.#capabilities = client.getServerCapabilities();
    client.onclose = () => this.#end(undefined);
    client.onerror = (error) => {
      if (this.#closed) {
        return;
      }
      log.warn(inOneLine(log.clean(error.message), 1000));
      if (type === 'sse' && endsTheStream(error)) {
        // The stream is the session: a new one would be a server that does not know us.
        this.#end(error);
      } else if (type === 'http' && endsTheStream(error)) {
        void this.#isAlive();
      }
    };
    wire.onlost = async (id) => {
      if (await this.#isAlive()) {
        wire.giveUp(id, lostSummary);
      }
    };
    this.#listen();
  }

  offers(kind: ListKind): boolean {
    return this.#capabilities?.[kind] !== undefined;
  }

  /** Everything of one kind that the server lists, raw. */
  async list(kind: ListKind): Promise<unknown[]> {
    const { client, type, listMs, questions } = this.#parts;
    if (kind === 'tools' && this.era === 'modern' && type !== 'stdio') {
      // The SDK leaves out tools whose header declarations are invalid, as the specification demands here.
      return (await client.listTools(undefined, { cacheMode: 'refresh', timeout: listMs })).tools;
    }
    const page = (cursor: string | undefined) => {
      const limit = new Limit(listMs, questions);
      const options = { timeout: longestTimeoutMs, signal: limit.signal };
      return client
        .request({ method: `${kind}/list`, params: cursor === undefined ? {} : { cursor } }, asReceived, options)
        .finally(() => limit.dispose());
    };
    return listPages(page, kind);
  }

  /**
   * Sends a request and gives its result back as received, `input_required` included.
   * @throws what the SDK throws: `ProtocolError` with the server's words, `SdkError`, or an error of the transport; and
   * HostError `CallFailed` when the response is lost.
   */
  async request(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const sending = { ...options, allowInputRequired: true };
    const result = await this.#sendOrAskWhy(() =>
      tool && this.#mirrorsHeaders(tool)
        ? this.#callWithHeaders(tool, params, sending)
        : this.#parts.client.request({ method, params }, asReceived, sending),
    );
    // The SDK takes the word off a modern result; it was received, or its absence means the same.
    return this.era === 'modern' && isRecord(result) ? { resultType: 'complete', ...result } : result;
  }

  /** Ends the connection: replies on their way are given a moment to leave. */
  async close(): Promise<void> {
    const wasClosed = this.#closed;
    this.#closed = true;
    const { client, wire, terminateSession } = this.#parts;
    if (!wasClosed) {
      await wire.drain(flushMs);
      await timeLimit(terminateSession?.() ?? Promise.resolve(), goodbyeMs);
    }
    await timeLimit(client.close(), closeMs);
  }

  /** Waits, briefly, until replies on their way have left. */
  flush(): Promise<void> {
    return this.#parts.wire.drain(flushMs);
  }

  /** A request that could not be delivered may be the first sign of a server, or a session, that is gone. */
  async #sendOrAskWhy(send: () => Promise<unknown>): Promise<unknown> {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ProtocolError && error.data === lost) {
        throw new HostError({ name: 'CallFailed', summary: lostSummary }, { cause: error });
      }
      const undelivered =
        error instanceof SdkHttpError || (error instanceof TypeError && error.message === 'fetch failed');
      if (undelivered) {
        await this.#isAlive();
      }
      throw error;
    }
  }

  /** Streamable HTTP does not say when a server is gone: ask. Anything it answers is a sign of life. */
  #isAlive(): Promise<boolean> {
    if (this.#closed) {
      return Promise.resolve(false);
    }
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #ask(): Promise<boolean> {
    const { client } = this.#parts;
    try {
      await (this.era === 'legacy' ? client.ping({ timeout: aliveMs }) : client.discover({ timeout: aliveMs }));
      return true;
    } catch (error) {
      if (error instanceof ProtocolError) {
        return true;
      }
      this.#end(error);
      return false;
    }
  }

  #end(error: unknown): void {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    const { client, wire, listeners, explainEnd } = this.#parts;
    wire.silence();
    listeners.ended(explainEnd(error));
    void timeLimit(client.close(), closeMs);
  }

  #listen(): void {
    const { client, log, listeners } = this.#parts;
    const changing = {
      tools: this.#capabilities?.tools?.listChanged === true,
      prompts: this.#capabilities?.prompts?.listChanged === true,
      resources: this.#capabilities?.resources?.listChanged === true,
    };
    for (const kind of ['tools', 'prompts', 'resources'] as const) {
      client.setNotificationHandler(`notifications/${kind}/list_changed`, () => listeners.listChanged(kind));
    }
    client.setNotificationHandler('notifications/message', ({ params }) => {
      const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
      log.info(`${params.level}: ${inOneLine(log.clean(text), 2000)}`);
    });
    if (this.era === 'modern' && Object.values(changing).includes(true)) {
      client
        .listen({
          ...(changing.tools && { toolsListChanged: true }),
          ...(changing.prompts && { promptsListChanged: true }),
          ...(changing.resources && { resourcesListChanged: true }),
        })
        .catch(
          (error: unknown) => !this.#closed && log.warn(`No news of changed lists: ${inOneLine(String(error), 300)}`),
        );
    }
  }

  /** Source: MCP specification 2026-07-28, basic/transports, "Custom headers from tool parameters". */
  #mirrorsHeaders(tool: OfferedTool): boolean {
    return (
      this.era === 'modern' &&
      this.#parts.type !== 'stdio' &&
      (JSON.stringify(tool.inputSchema) ?? '').includes('"x-mcp-header"')
    );
  }

  #callWithHeaders(tool: OfferedTool, params: Record<string, unknown>, options: RequestOptions): Promise<unknown> {
    // Without the output schema the SDK would look for it among the listed tools, and withhold a result that differs.
    const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema };
    return this.#parts.client.callTool(
      { ...params, name: tool.name },
      isSpecType.Tool(toolDefinition) ? { ...options, toolDefinition } : options,
    );
  }
}
