/** What the SDK does not do over stdio: refusing requests by their own version and capabilities, and the extension for tasks. */
import {
  type ClientCapabilities,
  isJSONRPCRequest,
  type JSONRPCRequest,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type Result,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Tasks } from './extensionTasks.ts';

const modernVersion = '2026-07-28';
export const tasksExtension = 'io.modelcontextprotocol/tasks';

interface ModernParams {
  readonly name?: string;
  readonly _meta?: {
    readonly 'io.modelcontextprotocol/protocolVersion'?: string;
    readonly 'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities;
  };
}

/** Answers some requests in place of the server that reads this transport. */
export function addOwnAnswers(transport: StdioServerTransport): void {
  const { onmessage } = transport;
  const tasks = new Tasks();
  transport.onmessage = (message) => {
    if (!isJSONRPCRequest(message)) {
      onmessage?.(message);
      return;
    }
    try {
      const result = answer(message, tasks);
      if (result) void transport.send({ jsonrpc: '2.0', id: message.id, result });
      else onmessage?.(message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const { code, message: text, data } = error;
      void transport.send({ jsonrpc: '2.0', id: message.id, error: { code, message: text, data } });
    }
  };
}

/**
 * @returns nothing if the SDK answers
 * @throws ProtocolError
 */
function answer(request: JSONRPCRequest, tasks: Tasks): Result | undefined {
  const { name = '', _meta: meta } = (request.params ?? {}) as ModernParams;
  const requested = meta?.['io.modelcontextprotocol/protocolVersion'];
  if (requested === undefined) return undefined;
  if (requested !== modernVersion) {
    throw new UnsupportedProtocolVersionError({ supported: [modernVersion], requested });
  }
  const declared = meta?.['io.modelcontextprotocol/clientCapabilities'];
  if (name === 'test_missing_capability' && !declared?.sampling) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }
  if (declared?.extensions?.[tasksExtension]) return tasks.answer(request);
  if (['tasks/get', 'tasks/update', 'tasks/cancel'].includes(request.method) || name === 'failing_job') {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
  }
  return undefined;
}
