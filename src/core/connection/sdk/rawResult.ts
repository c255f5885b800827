import type { JSONRPCResponse, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

const receivedResult = Symbol('receivedResult');

/** Passes the SDK's check of the result of every method. */
const resultOfEveryMethod = {
  resultType: 'complete',
  ...{ ttlMs: 0, cacheScope: 'private' },
  ...{ tools: [], prompts: [], resources: [], resourceTemplates: [] },
  ...{ content: [], messages: [], contents: [], completion: { values: [] } },
  ...{ supportedVersions: [], capabilities: {} },
};

/**
 * A response of the modern era that the SDK accepts, with the received result inside. The SDK checks each result by its own
 * schema, before the schema that the caller gives: it rejects a tool's result for one block of content of an unknown type,
 * and a whole list for one tool. `rawSchema` takes the received result out again.
 */
export function wrapRawResult(response: JSONRPCResponse): JSONRPCResponse {
  return 'result' in response && response.result['resultType'] === 'complete'
    ? { ...response, result: { ...resultOfEveryMethod, [receivedResult]: response.result } }
    : response;
}

/**
 * A schema for results, and for the parameters of requests and notifications, that accepts everything and changes nothing.
 * The SDK's own schemas drop what they do not know: keywords of a requested schema, options, a field named `__proto__`.
 */
export const rawSchema: StandardSchemaV1<unknown> = {
  '~standard': {
    version: 1,
    vendor: 'mcp-elicitation-host',
    validate: (value: unknown) => ({
      value: isRecord(value) && receivedResult in value ? value[receivedResult] : value,
    }),
  },
};
