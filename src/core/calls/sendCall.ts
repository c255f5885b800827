import { t } from '@vscode/l10n';
import { runLegacyTask } from '#core/calls/tasks/legacyTask.ts';
import { runModernTask } from '#core/calls/tasks/modernTask.ts';
import type { TaskContext } from '#core/calls/tasks/taskContext.ts';
import { HostError } from '#core/common/errors.ts';
import type { Connection } from '#core/connection/connection.ts';
import { SessionLostError } from '#core/connection/requestSender.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { type RespondToRound, throughRounds } from '#core/elicitation/rounds/rounds.ts';
import type { Call, CallRequest } from '#core/model/call.ts';
import { runInCall } from '#core/model/callContext.ts';
import type { OfferedTool } from '#core/model/offerings.ts';
import type { Roots } from '#core/model/roots.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import type { Calls } from './calls.ts';
import type { Lists } from './lists.ts';

/** A connection, and the lists over it. */
export interface ConnectionWithLists {
  readonly connection: Connection;
  readonly lists: Lists;
}

export interface SendContext {
  /** The configured name, which error messages show. */
  readonly serverName: string;
  readonly elicitations: ElicitationHandler;
  readonly calls: Pick<Calls, 'bindTask' | 'ofTask' | 'trackSending'>;
  /** Absent: roots are not declared. */
  readonly roots: Roots | undefined;
  /** The current connection. Waits while the session is being renewed. */
  currentConnection(): Promise<ConnectionWithLists>;
  /** Waits a short time until pending replies are written. */
  flush(): Promise<void>;
  onProgress(callId: string, progress: { progress: number; total?: number; message?: string }): void;
}

type Params = Readonly<Record<string, unknown>>;

/**
 * Sends the request of a call, and handles its rounds. `signal` cancels the call at the server. Each round uses the current
 * connection, which may have been replaced: the user may take hours between two rounds.
 */
export async function sendCall(call: Call, signal: AbortSignal, sendContext: SendContext): Promise<unknown> {
  const { elicitations, roots, calls, currentConnection, flush, onProgress, serverName } = sendContext;
  const { method, params } = requestOf(call.request);
  const context: ElicitingCall = { elicitations, call, roots, signal };
  const options = {
    signal: delayUntilFlushed(flush, signal),
    onprogress: (progress: { progress: number }) => onProgress(call.id, progress),
  };
  const { era } = (await currentConnection()).connection;
  const sendOnce = async (roundParams: Params, answer?: RespondToRound) => {
    const { connection, lists } = await currentConnection();
    signal.throwIfAborted();
    if (connection.era !== era) {
      throw otherEraError();
    }
    const tool = findTool(call.request, connection, lists, serverName);
    const withdraw = (reason: string) => elicitations.withdraw({ by: 'server', reason }, call.id);
    const task = { connection, call, tool, tasks: calls, options, signal, answer, withdraw };
    return calls.trackSending(call.id, () => runInCall(call.id, () => sendThroughTask(method, roundParams, task)));
  };
  const send = async (roundParams: Params, answer?: RespondToRound) => {
    try {
      return await sendOnce(roundParams, answer);
    } catch (error) {
      if (error instanceof SessionLostError && error.method === method) {
        // The server refused the request without running it, so it may be sent again.
        return sendOnce(roundParams, answer);
      }
      throw error;
    }
  };
  return era === 'modern' ? throughRounds(send, params, context) : throughRequiredUrls(() => send(params), context);
}

/**
 * Sends the request of a call, and follows the task if the call runs as one. Up to 2025-11-25 the client decides whether it
 * does; the host uses tasks only for tools that require them, because a plain call needs fewer messages for elicitations,
 * progress and cancellation. From 2026-07-28 the server decides.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Tool-Level Negotiation"; tasks extension (SEP-2663).
 */
async function sendThroughTask(
  method: string,
  params: Readonly<Record<string, unknown>>,
  context: TaskContext,
): Promise<unknown> {
  const { connection, options, tool, answer } = context;
  if (tool?.taskSupport === 'required' && connection.supportsTasks) {
    return runLegacyTask(params, context);
  }
  const result = await connection.request(method, { ...params }, options, tool);
  deliveryOf(params['inputResponses'])?.markArrived();
  return answer && isRecord(result) && result['resultType'] === 'task'
    ? runModernTask(result, answer, context)
    : result;
}

function requestOf(request: CallRequest): { method: string; params: Record<string, unknown> } {
  if (request.kind === 'resource') {
    return { method: 'resources/read', params: { uri: request.uri } };
  }
  const params = { name: request.name, arguments: request.arguments };
  return { method: request.kind === 'tool' ? 'tools/call' : 'prompts/get', params };
}

/**
 * The tool that is called; `undefined` for a prompt or a resource, and if the list of tools is unknown.
 * @throws HostError `ToolNotFound` or `PromptNotFound` for a name that is not in a known list.
 * @throws HostError `CallFailed` for a capability that the server does not declare.
 * Source: MCP specification, basic/lifecycle, "Operation": only capabilities that were negotiated are used.
 */
function findTool(
  request: CallRequest,
  connection: Connection,
  lists: Lists,
  serverName: string,
): OfferedTool | undefined {
  const { tools, prompts } = lists.offerings;
  if (!connection.offers(`${request.kind}s`)) {
    throw new HostError({ name: 'CallFailed', summary: notOfferedText(request.kind, serverName) });
  }
  if (request.kind === 'tool') {
    const tool = tools.find(({ name }) => name === request.name);
    if (!tool && lists.hasListed('tools')) {
      const summary = t('"{0}" has no tool "{1}".', serverName, inOneLine(request.name));
      throw new HostError({ name: 'ToolNotFound', summary });
    }
    return tool;
  }
  const exists = request.kind === 'resource' || prompts.some(({ name }) => name === request.name);
  if (!exists && lists.hasListed('prompts')) {
    const summary = t('"{0}" has no prompt "{1}".', serverName, inOneLine(request.name));
    throw new HostError({ name: 'PromptNotFound', summary });
  }
  return undefined;
}

function notOfferedText(kind: CallRequest['kind'], serverName: string): string {
  switch (kind) {
    case 'tool':
      return t('"{0}" does not offer tools.', serverName);
    case 'prompt':
      return t('"{0}" does not offer prompts.', serverName);
    case 'resource':
      return t('"{0}" does not offer resources.', serverName);
  }
}

/** Delays `signal` until the `cancel` replies of withdrawn elicitations are written: the server must receive these first. */
function delayUntilFlushed(flush: () => Promise<void>, signal: AbortSignal): AbortSignal {
  // In English, because it is sent to the server.
  const reason = 'The call was cancelled.';
  if (signal.aborted) {
    return AbortSignal.abort(reason);
  }
  const delayed = new AbortController();
  signal.addEventListener('abort', () => flush().finally(() => delayed.abort(reason)), { once: true });
  return delayed.signal;
}

function otherEraError(): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t('The server was restarted with another revision of the protocol while the call waited.'),
    remedy: t('Run it again.'),
  });
}
