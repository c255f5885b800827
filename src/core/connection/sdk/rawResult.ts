import type { JSONRPCResponse, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

const receivedResult = Symbol('receivedResult');

/** A result that passes the SDK's check for every method. */
const resultOfEveryMethod = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  content: [],
  messages: [],
  contents: [],
  completion: { values: [] },
  supportedVersions: [],
  capabilities: {},
};

/**
 * A response of the modern era that the SDK accepts and that contains the received result, which `rawSchema` takes out again.
 * Without this the SDK would check each result by its own schema before that of the caller, and would reject a tool's result
 * because of one content block of an unknown type, and a whole list because of one tool.
 */
export function wrapRawResult(response: JSONRPCResponse): JSONRPCResponse {
  return 'result' in response && response.result['resultType'] === 'complete'
    ? { ...response, result: { ...resultOfEveryMethod, [receivedResult]: response.result } }
    : response;
}

/**
 * A schema for results, and for the parameters of requests and notifications, that accepts everything and changes nothing.
 * The SDK's schemas would drop unknown data: keywords of a requested schema, options, a field named `__proto__`.
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
