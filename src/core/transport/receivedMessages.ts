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

/** Receives what a server sent. */
export interface MessageReceiver {
  /** Called with messages, also with malformed requests: they must be refused, or the server waits for ever. */
  readonly receive: (message: JSONRPCMessage) => void;
  /** Called with text that is no message. */
  readonly invalid: (text: string) => void;
}

/**
 * Receives the messages of an event; only events of the type `message` have some. `json`: the parsed data. Throws
 * OversizedMessageError.
 * Source: MCP specification 2025-03-26, basic/index, "Batching": clients have to take batches.
 */
export function receiveEvent({ type, data }: StreamEvent, json: unknown, { receive, invalid }: MessageReceiver): void {
  if (type !== 'message') {
    return;
  }
  const all = messagesInBatch(json);
  const readable = all.filter((one) => isMessage(one) || isRequestLike(one));
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
 * Receives the messages in the JSON response to request `id`. When none of them is the response, ends the request with an
 * error, because nothing else will come. Throws OversizedMessageError.
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
  if (!others.every(isRequestLike) || all.length === 0) {
    invalid(text);
  }
  others.filter(isRequestLike).forEach(receive);
  messages.forEach(receive);
  if (!messages.some((message) => isJSONRPCResponse(message) && message.id === id)) {
    receiveNoResponse(id, 'The server answered with something that is no response.', { receive, invalid });
  }
}

/** Ends request `id` with an error, because its HTTP response is no JSON-RPC response and nothing else will come. */
export function receiveNoResponse(id: string | number, message: string, { receive }: MessageReceiver): void {
  receive({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message, data: noResponse } });
}

/** Ends request `id` with an error whose `data` says what limit its response exceeds. */
export function receiveOversized(id: string | number, data: OversizedMessageError, { receive }: MessageReceiver): void {
  receive({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message: data.summary, data } });
}

/** Passes a message to `onmessage`. An exception is reported: the messages of the same batch are still received. */
export function dispatchMessage(to: Pick<Transport, 'onmessage' | 'onerror'>, message: JSONRPCMessage): void {
  try {
    to.onmessage?.(message);
  } catch (error) {
    reportError(to, error);
  }
}

/** Passes an error, or anything else that was thrown, to `onerror`. */
export function reportError(to: Pick<Transport, 'onerror'>, error: unknown): void {
  to.onerror?.(error instanceof Error ? error : new Error(String(error)));
}

/** The JSON-RPC error in a body that refuses request `id`; `undefined` when the body is anything else. */
export function errorResponseIn(body: string | undefined, id: string | number): JSONRPCMessage | undefined {
  const message = body === undefined ? undefined : tryParseJson(body);
  return isMessage(message) && isJSONRPCErrorResponse(message) && message.id === id ? message : undefined;
}

/** True when the JSON is, or its batch contains, a response, also a malformed one. Throws OversizedMessageError. */
export function hasResponse(json: unknown): boolean {
  return messagesInBatch(json).some((one) => isRecord(one) && !('method' in one) && 'id' in one);
}

/** True for a value with a method and an id: if it is no valid request, it must be refused. */
function isRequestLike(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && 'method' in value && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** Checks a value only against the schemas that can match: a check that fails is slow in the SDK's schema library. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value)) {
    return false;
  }
  if ('method' in value) {
    return 'id' in value ? isJSONRPCRequest(value) : isJSONRPCNotification(value);
  }
  return 'error' in value ? isJSONRPCErrorResponse(value) : isJSONRPCResultResponse(value);
}
