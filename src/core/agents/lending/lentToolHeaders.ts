import { type MessageHead, readHead, withItems } from '#core/agents/lending/messages/messageHead.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { listPages } from '#core/model/offerings.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { toolParameterHeaders, withValidHeaders } from '#core/transport/toolParameterHeaders.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { AgentConnection } from './agentConnection.ts';
import { isModernMessage, type LentRequest, readLentMessage } from './lentRequests.ts';

/** The error of a server that refuses the headers of a request. Source: MCP specification 2026-07-28, basic, "Error Codes". */
const headerMismatch = -32020;
const annotation = 'x-mcp-header';
/** The tools with annotations that are remembered, and the JSON of their schemas in UTF-16 code units. */
const maxTools = 1000;
const maxLength = 8 * 1024 * 1024;

/**
 * The headers that repeat annotated arguments of a call, by the tools that were listed in the session of an agent.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
 */
export class LentToolHeaders {
  readonly #schemas = new Map<string, { readonly schema: unknown; readonly length: number }>();
  readonly #listings = new WeakMap<object, Promise<boolean>>();
  #length = 0;

  /** Notes the JSON of a result that the agent gets. */
  noteResult({ method, isModern }: LentRequest, result: string): void {
    if (method === 'tools/list' && isModern) {
      this.readPage(result);
    }
  }

  /** `result`: JSON of one page of a list of tools. */
  readPage(result: string): void {
    const page = tryParseJson(result);
    const tools: unknown = isRecord(page) ? page['tools'] : undefined;
    this.#read(Array.isArray(tools) ? tools : []);
  }

  /**
   * Lists the tools over the connection on which a server has refused the headers of a call. False if they cannot be listed in time. Calls
   * that are refused meanwhile share the list.
   * Source: the same, "Client Behavior".
   */
  list(connection: Pick<AgentConnection, 'ask'>, call: LentRequest): Promise<boolean> {
    const listing =
      this.#listings.get(connection) ??
      this.#list(connection, call).finally(() => void this.#listings.delete(connection));
    this.#listings.set(connection, listing);
    return listing;
  }

  async #list(connection: Pick<AgentConnection, 'ask'>, call: LentRequest): Promise<boolean> {
    let tools: readonly unknown[] | undefined;
    let isOver = false;
    const listing = listPages(async (cursor) => {
      if (isOver) {
        throw new Error('The tools were not listed in time.');
      }
      const { head } = await connection.ask((id) => listRequest(id, call, cursor));
      const result = head.member('result');
      if (result === undefined) {
        throw new Error('The server did not list its tools.');
      }
      return tryParseJson(result);
    }, 'tools').then(({ items }) => {
      tools = items;
    });
    await settlesWithin(listing, defaultTimeLimits.listMs);
    isOver = true;
    this.#read(tools ?? []);
    return tools !== undefined;
  }

  /** The headers for a message; none for anything but the call of an annotated tool in 2026-07-28. */
  of(message: Readonly<Record<string, unknown>>): Record<string, string> {
    const params = message['params'];
    const name = isRecord(params) ? params['name'] : undefined;
    return message['method'] === 'tools/call' &&
      isRecord(params) &&
      typeof name === 'string' &&
      isModernMessage(message)
      ? toolParameterHeaders(this.#schemas.get(name)?.schema, params['arguments'])
      : {};
  }

  #read(tools: readonly unknown[]): void {
    for (const tool of tools) {
      const name: unknown = isRecord(tool) ? tool['name'] : undefined;
      if (!isRecord(tool) || typeof name !== 'string') {
        continue;
      }
      this.#length -= this.#schemas.get(name)?.length ?? 0;
      this.#schemas.delete(name);
      const schema = tool['inputSchema'];
      const json = JSON.stringify(schema ?? null);
      const fits = this.#schemas.size < maxTools && this.#length + json.length <= maxLength;
      if (fits && json.includes(annotation)) {
        this.#schemas.set(name, { schema, length: json.length });
        this.#length += json.length;
      }
    }
  }
}

/** True for a call whose headers a server has refused for the first time. `readCode`: reads the code of the server's error, which may be long. */
export function isHeaderMismatch(
  { hasHeaders }: Pick<AgentConnection, 'hasHeaders'>,
  { method, isModern, isRepeated }: LentRequest,
  readCode: () => number | undefined,
): boolean {
  return hasHeaders && method === 'tools/call' && isModern && !isRepeated && readCode() === headerMismatch;
}

/** The code of the error in a response; `NaN` without one. */
export function errorCodeIn({ member }: MessageHead): number {
  return Number(readHead(member('error') ?? '')?.member('code'));
}

/**
 * A page of the tools without those whose annotations are invalid.
 * Source: the same, "Schema Extension".
 */
export function withoutInvalidTools(response: string, warn: (line: string) => void): string {
  return withItems(response, 'tools', (items) => {
    const valid = items.filter((item) => withValidHeaders([tryParseJson(item)], warn).length > 0);
    return valid.length < items.length ? valid : items;
  });
}

/** A request for a page of the tools, with what the agent says about itself in its call. `id`: JSON. */
function listRequest(id: string, { params }: LentRequest, cursor: string | undefined) {
  const { progressToken, ..._meta } = isRecord(params) && isRecord(params['_meta']) ? params['_meta'] : {};
  const message = readLentMessage(
    `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":${JSON.stringify({ _meta, cursor })}}`,
  );
  return message && { ...message, mayAsk: true };
}
