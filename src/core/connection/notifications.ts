import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { type ListKind, listCapabilities } from '#core/model/listing.ts';
import { isRecord } from '#form/json.ts';
import type { Capabilities } from './capabilities.ts';
import type { ConnectionContext } from './connectionContext.ts';
import { ServerLogMessages } from './serverLogMessages.ts';
import { keepSubscribed } from './subscription.ts';

interface NotificationListeners {
  readonly capabilities: Capabilities;
  /** Fires when the connection is over. */
  readonly signal: AbortSignal;
  readonly onListChanged: (kind: ListKind) => void;
  /** Called when the state of a task has changed. */
  readonly onTaskChanged: (taskId: string) => void;
  /** Called with the parameters of a progress notification, as received. */
  readonly onProgress: (params: unknown) => void;
  /** Called when an interrupted subscription is open again: announcements of changed lists may have been missed. */
  readonly onResubscribed: () => void;
}

/**
 * Receives the notifications of a server: changed lists, changed tasks, progress and log messages. In the modern era also
 * subscribes to changed lists.
 */
export function listenForNotifications(context: ConnectionContext, listeners: NotificationListeners): void {
  const { client, era, log } = context;
  const { onListChanged, onTaskChanged, onProgress } = listeners;
  for (const kind of listCapabilities) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => {
      onListChanged(kind);
      if (kind === 'resources') {
        // The protocol has no notification for templates.
        onListChanged('resourceTemplates');
      }
    });
  }
  client.setNotificationHandler('notifications/tasks/status', { params: rawSchema }, (params) => {
    if (isRecord(params) && typeof params['taskId'] === 'string') {
      onTaskChanged(params['taskId']);
    }
  });
  client.setNotificationHandler('notifications/progress', { params: rawSchema }, onProgress);
  const messages = new ServerLogMessages(log);
  client.setNotificationHandler('notifications/message', { params: rawSchema }, (params) => messages.receive(params));
  if (era === 'modern') {
    subscribe(context, listeners);
  }
}

/**
 * Subscribes to the lists whose changes the server declares to announce. A list that the server does not acknowledge is
 * listed again each time it is needed.
 * Source: MCP specification 2026-07-28, basic/patterns/subscriptions, "Acknowledgment".
 */
function subscribe(context: ConnectionContext, { capabilities, signal, onResubscribed }: NotificationListeners): void {
  const { log } = context;
  const declaredLists = listCapabilities.filter((kind) => capabilities.declaresChanges(kind));
  if (declaredLists.length === 0) {
    return;
  }
  let lastMissing = '';
  void keepSubscribed(context, {
    filter: Object.fromEntries(declaredLists.map((kind) => [filterKeys[kind], true])),
    onAcknowledged: (filter) => {
      const acknowledgedLists = new Set(declaredLists.filter((kind) => filter[filterKeys[kind]] === true));
      capabilities.subscribedLists = acknowledgedLists;
      const missing = declaredLists.filter((kind) => !acknowledgedLists.has(kind)).join(', ');
      if (missing !== '' && missing !== lastMissing) {
        log.warn(
          `The server does not announce changed ${missing}, although it declares to; they are listed again on each use.`,
        );
      }
      lastMissing = missing;
    },
    onStreamEnd: () => {
      capabilities.subscribedLists = new Set();
    },
    onResubscribed,
    signal,
  });
}

const filterKeys = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;
