import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import { isRecord, parsedJson } from '../../form/json.ts';
import { byteStream } from './byteStream.ts';
import type { StreamEvent } from './eventStream.ts';
import { textOf } from './httpResponses.ts';

/** What becomes of that which a server sent in the place of a message. */
export interface Misfits {
  /** Is told what is no message. */
  readonly ignored: (text: string) => void;
  /** Takes a malformed request: the SDK's transports would drop it, and the server wait for its reply for ever. */
  readonly receive: (request: JSONRPCMessage) => void;
}

/** Whether an event may be passed on: one that claims to be a message has to be one. `message`: what is in it. */
export function isFit({ type, data }: StreamEvent, { ignored, receive }: Misfits, message = parsedJson(data)): boolean {
  const fit = type !== 'message' || isMessage(message);
  if (!fit && wantsReply(message)) {
    receive(message);
  } else if (!fit) {
    ignored(data);
  }
  return fit;
}

/** The JSON response to request `id`, with nothing in it but messages: see `messagesIn`. */
export function onlyMessages(response: Response, id: unknown, misfits: Misfits): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  async function* body() {
    const text = await textOf(response);
    const { messages, asSent } = messagesIn(text, id, misfits);
    // What is nested deeply can be read, but not be written again.
    const fit = asSent ? text : JSON.stringify(messages.length === 1 ? messages[0] : messages);
    yield new TextEncoder().encode(fit);
  }
  return new Response(
    byteStream(body(), () => void response.body?.cancel().catch(() => undefined)),
    { status, statusText, headers },
  );
}

/**
 * The messages in a JSON response to request `id`. What does not answer the request ends it with an error: nothing else
 * will come. `asSent`: they are all that was sent.
 * Source: MCP specification, basic/transports, "Sending Messages to the Server"; revision 2025-03-26 knew batches.
 */
export function messagesIn(
  text: string,
  id: unknown,
  { ignored, receive }: Misfits,
): { readonly messages: readonly unknown[]; readonly asSent: boolean } {
  const value = parsedJson(text);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const messages: unknown[] = [];
  const others: unknown[] = [];
  for (const each of all) {
    (isMessage(each) ? messages : others).push(each);
  }
  const answers = messages.some((message) => isRecord(message) && isJSONRPCResponse(message) && message.id === id);
  if (!others.every(wantsReply) || all.length === 0) {
    ignored(text);
  }
  others.filter(wantsReply).forEach(receive);
  const message = 'The server answered with something that is no response.';
  const error = { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message } };
  return { messages: answers ? messages : [...messages, error], asSent: answers && others.length === 0 };
}

/** Whether a value that is no message is a request all the same, which has to be refused. */
function wantsReply(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && 'method' in value && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** Asks of a value only what it may be: to fail costs the SDK's schema library more than to succeed. */
function isMessage(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  if ('method' in value) {
    return 'id' in value ? isJSONRPCRequest(value) : isJSONRPCNotification(value);
  }
  return 'error' in value ? isJSONRPCErrorResponse(value) : isJSONRPCResultResponse(value);
}
