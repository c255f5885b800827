import { randomUUID } from 'node:crypto';
import { CLIENT_CAPABILITIES_META_KEY, type JSONRPCResponse } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';

/** Source: tasks extension (SEP-2663), "Extension Identifier". */
const identifier = 'io.modelcontextprotocol/tasks';

/** No server can know it. */
const parcel = `task ${randomUUID()}`;

type Envelope = Readonly<Record<string, unknown>>;

/** The metadata of a request of the modern era, with the tasks extension declared. */
export function declareTasks(envelope: Envelope | undefined): Envelope | undefined {
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  if (!isRecord(declared)) {
    return envelope;
  }
  const extensions = isRecord(declared['extensions']) ? declared['extensions'] : {};
  return {
    ...envelope,
    [CLIENT_CAPABILITIES_META_KEY]: { ...declared, extensions: { ...extensions, [identifier]: {} } },
  };
}

/**
 * The SDK refuses results of a type that it does not know, and does not show them: a task passes it inside a complete
 * result of a tool. As the answer to another request that is not one, as the extension demands.
 * Source: tasks extension (SEP-2663), "Polymorphic Results".
 */
export function wrapTask(response: JSONRPCResponse): JSONRPCResponse {
  return 'result' in response && response.result['resultType'] === 'task'
    ? { ...response, result: { resultType: 'complete', content: [], [parcel]: response.result } }
    : response;
}

/** The result as the server sent it. */
export function unwrapTask(result: unknown): unknown {
  return isRecord(result) && parcel in result ? result[parcel] : result;
}
