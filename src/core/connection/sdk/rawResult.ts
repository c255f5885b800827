import type { JSONRPCResponse, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

const inside = Symbol('as received');

/** What the SDK finds complete, whatever it was that was asked. */
const wrapping = {
  resultType: 'complete',
  ...{ ttlMs: 0, cacheScope: 'private' },
  ...{ tools: [], prompts: [], resources: [], resourceTemplates: [] },
  ...{ content: [], messages: [], contents: [], completion: { values: [] } },
  ...{ supportedVersions: [], capabilities: {} },
};

/**
 * A response of the modern era as the SDK lets it pass. It measures each result by its own knowledge of what a result
 * can be, before any schema of ours, and refuses a tool's result for one block of content, or a whole list for one tool,
 * of a kind that it does not know. So it sees a result that it cannot object to, with the received one inside.
 */
export function wrapRawResult(response: JSONRPCResponse): JSONRPCResponse {
  return 'result' in response && response.result['resultType'] === 'complete'
    ? { ...response, result: { ...wrapping, [inside]: response.result } }
    : response;
}

/** Lets anything through unchanged: what a server sent is shown, and returned to programs, as it was received. */
export const unwrapRawResult: StandardSchemaV1<unknown> = {
  '~standard': {
    version: 1,
    vendor: 'mcp-elicitation-host',
    validate: (value: unknown) => ({ value: isRecord(value) && inside in value ? value[inside] : value }),
  },
};
