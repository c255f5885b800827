import { toolParameterHeaders } from '#core/transport/toolParameterHeaders.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { isModernMessage } from './lentRequests.ts';

const annotation = 'x-mcp-header';
/** The tools with annotations that are remembered. */
const maxTools = 1000;
const maxLists = 100;

/**
 * The headers that repeat annotated arguments of a call, by the tools that the agent has listed in its session.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
 */
export class LentToolHeaders {
  readonly #schemas = new Map<string, unknown>();
  /** The JSON of the ids of the lists of tools that are awaited. */
  readonly #lists = new Set<string>();

  noteRequest(id: string, method: string | undefined, message: Readonly<Record<string, unknown>>): void {
    if (method === 'tools/list' && isModernMessage(message) && this.#lists.size < maxLists) {
      this.#lists.add(id);
    }
  }

  /** `result`: JSON. */
  noteResponse(id: string, result: string | undefined): void {
    if (this.#lists.delete(id)) {
      this.readTools(result);
    }
  }

  /** `result`: JSON of the result of a list of tools. */
  readTools(result: string | undefined): void {
    const list = tryParseJson(result);
    const tools: unknown = isRecord(list) ? list['tools'] : undefined;
    for (const tool of Array.isArray(tools) ? tools : []) {
      const name: unknown = isRecord(tool) ? tool['name'] : undefined;
      if (isRecord(tool) && typeof name === 'string') {
        this.#schemas.delete(name);
        if (this.#schemas.size < maxTools && JSON.stringify(tool['inputSchema'] ?? null).includes(annotation)) {
          this.#schemas.set(name, tool['inputSchema']);
        }
      }
    }
  }

  /** The headers for a message; none for anything but the call of an annotated tool in 2026-07-28. */
  of(message: Readonly<Record<string, unknown>>): Record<string, string> {
    const params = message['params'];
    const name = isRecord(params) ? params['name'] : undefined;
    return message['method'] === 'tools/call' &&
      isRecord(params) &&
      typeof name === 'string' &&
      isModernMessage(message)
      ? toolParameterHeaders(this.#schemas.get(name), params['arguments'])
      : {};
  }
}
