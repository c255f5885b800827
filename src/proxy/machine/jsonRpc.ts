import type { AnswerError } from '#agentProtocol/agentMessages.ts';
import type { Envelope } from '#proxy/wire/envelope.ts';

/** The keys of `_meta` that MCP defines. */
export const metaKeys = {
  progressToken: ['params', '_meta', 'progressToken'],
  capabilities: ['params', '_meta', 'io.modelcontextprotocol/clientCapabilities'],
  clientInfo: ['params', '_meta', 'io.modelcontextprotocol/clientInfo'],
  protocolVersion: ['params', '_meta', 'io.modelcontextprotocol/protocolVersion'],
  relatedTask: ['params', '_meta', 'io.modelcontextprotocol/related-task'],
  subscriptionId: ['params', '_meta', 'io.modelcontextprotocol/subscriptionId'],
  serverInfo: ['result', '_meta', 'io.modelcontextprotocol/serverInfo'],
} as const;

/**
 * The member `_meta` that every message about a task has. `task`: JSON.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Related Task Metadata".
 */
export function relatedTaskMember(task: string): string {
  return `"_meta":{"${metaKeys.relatedTask[2]}":${task}}`;
}

/** The texts in these functions are JSON, so that what came is written as it came. */
export function resultLine(id: string, result: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
}

export function errorLine(id: string, error: AnswerError): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`);
}

export function ownRequestLine(id: string, method: string, params: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}\n`);
}

export function notificationLine(method: string, params: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}\n`);
}

export function cancelledLine(requestId: string, reason: string): Buffer {
  return notificationLine('notifications/cancelled', `{"requestId":${requestId},"reason":${JSON.stringify(reason)}}`);
}

/** The id of the other side's message that a message was answered or cancelled under, as it was written. */
export function writtenId(envelope: Envelope): string {
  return envelope.text(['id']) ?? 'null';
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
