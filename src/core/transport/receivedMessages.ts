import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { messagesInBatch, OversizedMessageError } from '#core/common/messageLimits.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { StreamEvent } from './eventStream.ts';

/** What becomes of what a server sent. */
export interface MessageReceiver {
  /** Takes messages, and requests that are malformed: they have to be refused, or the server waits for ever. */
  readonly receive: (message: JSONRPCMessage) => void;
  /** Is given what is no message. */
  readonly invalid: (text: string) => void;
}

/**
 * Receives the messages of an event; other events than `message` have none. `json` is what is in it. Throws
 * OversizedMessage.
 * Source: MCP specification 2025-03-26, basic/index, "Batching": clients have to take batches.
 */
export function receiveEvent({ type, data }: StreamEvent, json: unknown, { receive, invalid }: MessageReceiver): void {
  if (type !== 'message') {
    return;
  }
  const all = messagesInBatch(json);
  const readable = all.filter((one) => isMessage(one) || wantsReply(one));
  readable.forEach(receive);
  if (readable.length < all.length || all.length === 0) {
    invalid(data);
  }
}

/** The `data` of the error that ends a request whose HTTP response is no JSON-RPC response. No server can send it. */
export const noResponse = Symbol('noResponse');

/** True for the error with which a transport has ended a request: no server has sent it. */
export function isLocalError(message: JSONRPCMessage): message is JSONRPCErrorResponse {
  return (
    'error' in message && (message.error.data === noResponse || message.error.data instanceof OversizedMessageError)
  );
}

/**
 * Receives the messages in the JSON response to request `id`. What does not answer the request ends it with an error:
 * nothing else will come. Throws OversizedMessage.
 * Source: MCP specification, basic/transports, "Sending Messages to the Server"; revision 2025-03-26 knew batches.
 */
export function receiveJson(text: string, id: string | number, { receive, invalid }: MessageReceiver): void {
  const all = messagesInBatch(tryParseJson(text));
  const messages: JSONRPCMessage[] = [];
  const others: unknown[] = [];
  for (const each of all) {
    if (isMessage(each)) {
      messages.push(each);
    } else {
      others.push(each);
    }
  }
  if (!others.every(wantsReply) || all.length === 0) {
    invalid(text);
  }
  others.filter(wantsReply).forEach(receive);
  messages.forEach(receive);
  if (!messages.some((message) => isJSONRPCResponse(message) && message.id === id)) {
    receiveNoResponse(id, 'The server answered with something that is no response.', { receive, invalid });
  }
}

/** Ends request `id` with an error in our words: its HTTP response is none to it, and nothing else will come. */
export function receiveNoResponse(id: string | number, message: string, { receive }: MessageReceiver): void {
  receive({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message, data: noResponse } });
}

/** Ends request `id` with what was wrong with its response, as `data`. */
export function receiveOversized(id: string | number, data: OversizedMessageError, { receive }: MessageReceiver): void {
  receive({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message: data.summary, data } });
}

/** Hands a message to whoever listens. One that cannot be handled must not take those that came with it along. */
export function dispatchMessage(to: Pick<Transport, 'onmessage' | 'onerror'>, message: JSONRPCMessage): void {
  try {
    to.onmessage?.(message);
  } catch (error) {
    reportError(to, error);
  }
}

/** Tells whoever listens of an error, or of what was thrown in its place. */
export function reportError(to: Pick<Transport, 'onerror'>, error: unknown): void {
  to.onerror?.(error instanceof Error ? error : new Error(String(error)));
}

/** The JSON-RPC error with which a body refuses request `id`; `undefined` when it is something else. */
export function errorResponseIn(body: string | undefined, id: string | number): JSONRPCMessage | undefined {
  const message = body === undefined ? undefined : tryParseJson(body);
  return isMessage(message) && isJSONRPCErrorResponse(message) && message.id === id ? message : undefined;
}

/** True where a response is, well-formed or not: alone or in a batch. Throws OversizedMessage. */
export function hasResponse(json: unknown): boolean {
  return messagesInBatch(json).some((one) => isRecord(one) && !('method' in one) && 'id' in one);
}

/** Whether a value that is no message is a request all the same, which has to be refused. */
function wantsReply(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && 'method' in value && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** Asks of a value only what it may be: to fail costs the SDK's schema library more than to succeed. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value)) {
    return false;
  }
  if ('method' in value) {
    return 'id' in value ? isJSONRPCRequest(value) : isJSONRPCNotification(value);
  }
  return 'error' in value ? isJSONRPCErrorResponse(value) : isJSONRPCResultResponse(value);
}
