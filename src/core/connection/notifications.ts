import type { Client } from '@modelcontextprotocol/client';
import { unwrapRawResult } from '#core/connection/sdk/rawResult.ts';
import { type ListKind, listCapabilities } from '#core/model/listing.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import type { WireLog } from '#core/transport/wireLog.ts';
import { isRecord } from '#form/json.ts';
import type { Capabilities } from './capabilities.ts';
import { ServerLogMessages } from './serverLogMessages.ts';
import { keepSubscribed } from './subscription.ts';

interface NotificationParts {
  readonly client: Client;
  readonly capabilities: Capabilities;
  readonly log: WireLog;
  readonly limits: TimeLimits;
  readonly questions: UserInteractions;
  /** Fires when the connection is over. */
  readonly signal: AbortSignal;
  readonly listChanged: (kind: ListKind) => void;
  /** A task stands differently: its id. */
  readonly taskChanged: (taskId: string) => void;
  /** The parameters of a progress notification. */
  readonly progress: (params: unknown) => void;
  /** News of changed lists may have been missed. */
  readonly missed: () => void;
}

/**
 * Hears what a server says without having been asked: lists that have changed, tasks that stand differently, log messages.
 * In the modern era changed lists have to be subscribed to.
 */
export function listenForNotifications(parts: NotificationParts): void {
  const { client, capabilities, log, listChanged, taskChanged } = parts;
  for (const kind of listCapabilities) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => {
      listChanged(kind);
      if (kind === 'resources') {
        // Templates have no word of their own for it.
        listChanged('resourceTemplates');
      }
    });
  }
  client.setNotificationHandler('notifications/tasks/status', { params: unwrapRawResult }, (params) => {
    if (isRecord(params) && typeof params['taskId'] === 'string') {
      taskChanged(params['taskId']);
    }
  });
  // In place of the SDK's own handler, which knows a token no longer once its request is answered.
  client.setNotificationHandler('notifications/progress', { params: unwrapRawResult }, (params) =>
    parts.progress(params),
  );
  const messages = new ServerLogMessages(log);
  client.setNotificationHandler('notifications/message', { params: unwrapRawResult }, (params) =>
    messages.receive(params),
  );
  if (capabilities.era === 'modern') {
    subscribe(parts);
  }
}

/**
 * Subscribes to the lists that declare changes. What the server does not acknowledge counts as not told, for as long as
 * it is so: such a list is listed anew when it is needed.
 * Source: MCP specification 2026-07-28, basic/patterns/subscriptions, "Acknowledgment".
 */
function subscribe({ client, capabilities, log, limits, questions, signal, missed }: NotificationParts): void {
  const wanted = listCapabilities.filter((kind) => capabilities.declaresChanges(kind));
  if (wanted.length === 0) {
    return;
  }
  let told = '';
  void keepSubscribed({
    client,
    filter: Object.fromEntries(wanted.map((kind) => [filterKeys[kind], true])),
    questions,
    acknowledgeMs: limits.listMs,
    pauses: limits.pauses,
    acknowledged: (filter) => {
      const honoured = new Set(wanted.filter((kind) => filter[filterKeys[kind]] === true));
      capabilities.subscribed = honoured;
      const missing = wanted.filter((kind) => !honoured.has(kind)).join(', ');
      if (missing !== '' && missing !== told) {
        log.warn(
          `The server does not tell of changed ${missing}, although it declares that; they are listed anew on use.`,
        );
      }
      told = missing;
    },
    ended: () => {
      capabilities.subscribed = new Set();
    },
    reopened: missed,
    warn: (line) => log.warn(line),
    signal,
  });
}

const filterKeys = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;
