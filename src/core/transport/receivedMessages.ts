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

/** The listeners for the data of a server. */
export interface MessageReceiver {
  /** Called with messages, and with malformed requests: these must be refused, otherwise the server waits for ever. */
  readonly onMessage: (message: JSONRPCMessage) => void;
  /** Called with a text that is, or contains, something other than a message. */
  readonly onInvalid: (text: string) => void;
  /** Called before `onMessage` with the JSON of a message that came alone. */
  readonly onText?: ((message: JSONRPCMessage, text: string) => void) | undefined;
}

/**
 * Receives the messages of an event; only an event of the type `message` has messages. `json`: the event's parsed data.
 * Throws OversizedMessageError.
 * Source: MCP specification 2025-03-26, basic/index, "Batching": clients must accept batches.
 */
export function receiveEvent(
  { type, data }: StreamEvent,
  json: unknown,
  { onMessage, onInvalid, onText }: MessageReceiver,
): void {
  if (type !== 'message') {
    return;
  }
  const values = messagesInBatch(json);
  const messages = values.filter((value) => isMessage(value) || isRequestLike(value));
  reportText(json, data, onText);
  messages.forEach(onMessage);
  if (messages.length < values.length || values.length === 0) {
    onInvalid(data);
  }
}

/** The `data` of the error that ends a request whose HTTP response is no JSON-RPC response. No server can send it. */
export const noResponse = Symbol('noResponse');

/** True for the error with which a transport has ended a request: the server has not sent it. */
export function isLocalError(message: JSONRPCMessage): message is JSONRPCErrorResponse {
  return (
    'error' in message && (message.error.data === noResponse || message.error.data instanceof OversizedMessageError)
  );
}

/**
 * Receives the messages in the JSON body of the HTTP response to request `id`. If none of them is the JSON-RPC response,
 * ends the request with an error, because no other message will follow. Throws OversizedMessageError.
 * Source: MCP specification, basic/transports, "Sending Messages to the Server"; revision 2025-03-26 has batches.
 */
export function receiveJson(text: string, id: string | number, receiver: MessageReceiver): void {
  const { onMessage, onInvalid, onText } = receiver;
  const json = tryParseJson(text);
  const values = messagesInBatch(json);
  const messages: JSONRPCMessage[] = [];
  const others: unknown[] = [];
  for (const value of values) {
    if (isMessage(value)) {
      messages.push(value);
    } else {
      others.push(value);
    }
  }
  if (!others.every(isRequestLike) || values.length === 0) {
    onInvalid(text);
  }
  reportText(json, text, onText);
  others.filter(isRequestLike).forEach(onMessage);
  messages.forEach(onMessage);
  if (!messages.some((message) => isJSONRPCResponse(message) && message.id === id)) {
    endWithoutResponse(id, 'The server answered with something that is no response.', receiver);
  }
}

function reportText(json: unknown, text: string, onText: MessageReceiver['onText']): void {
  if (onText && (isMessage(json) || isRequestLike(json))) {
    onText(json, text);
  }
}

/** Ends request `id` with an error, because its HTTP response is no JSON-RPC response and no other message will follow. */
export function endWithoutResponse(id: string | number, message: string, { onMessage }: MessageReceiver): void {
  onMessage({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message, data: noResponse } });
}

/** Ends request `id` with an error whose `data` names the limit that its response exceeds. */
export function endAsOversized(id: string | number, data: OversizedMessageError, { onMessage }: MessageReceiver): void {
  onMessage({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message: data.summary, data } });
}

/** Passes a message to `onmessage`. An exception is reported, so that the other messages of a batch are still received. */
export function dispatchMessage(transport: Pick<Transport, 'onmessage' | 'onerror'>, message: JSONRPCMessage): void {
  try {
    transport.onmessage?.(message);
  } catch (error) {
    reportError(transport, error);
  }
}

/** Passes an error, or any other thrown value, to `onerror`. */
export function reportError(transport: Pick<Transport, 'onerror'>, error: unknown): void {
  transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
}

/** The JSON-RPC error for request `id` in the body of a refusal; `undefined` if the body contains no such error. */
export function errorResponseIn(body: string | undefined, id: string | number): JSONRPCMessage | undefined {
  const message = body === undefined ? undefined : tryParseJson(body);
  return isMessage(message) && isJSONRPCErrorResponse(message) && message.id === id ? message : undefined;
}

/** True if the JSON is a response, also a malformed one, or a batch with one. Throws OversizedMessageError. */
export function hasResponse(json: unknown): boolean {
  return messagesInBatch(json).some(isResponseLike);
}

/** True if the JSON is a response to the request `id`, also a malformed one, or a batch with one. Throws OversizedMessageError. */
export function hasResponseTo(id: string | number, json: unknown): boolean {
  return messagesInBatch(json).some((value) => isResponseLike(value) && value['id'] === id);
}

function isResponseLike(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !('method' in value) && 'id' in value;
}

/** True for a value with a method and an id, which must be refused if it is no valid request. */
function isRequestLike(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && 'method' in value && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** Checks a value only against the schemas that can match, because a failing check is slow in the SDK's schema library. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value)) {
    return false;
  }
  if ('method' in value) {
    return 'id' in value ? isJSONRPCRequest(value) : isJSONRPCNotification(value);
  }
  return 'error' in value ? isJSONRPCErrorResponse(value) : isJSONRPCResultResponse(value);
}
