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
  readonly listChanged: (kind: ListKind) => void;
  /** The state of the task with this id has changed. */
  readonly taskChanged: (taskId: string) => void;
  /** The raw parameters of a progress notification. */
  readonly progress: (params: unknown) => void;
  /** The subscription was interrupted, and announcements of changed lists may have been missed. */
  readonly resubscribed: () => void;
}

/**
 * Receives the notifications of a server: changed lists, changed tasks, progress and log messages. In the modern era it
 * subscribes to changed lists.
 */
export function listenForNotifications(context: ConnectionContext, listeners: NotificationListeners): void {
  const { client, era, log } = context;
  const { listChanged, taskChanged, progress } = listeners;
  for (const kind of listCapabilities) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => {
      listChanged(kind);
      if (kind === 'resources') {
        // There is no notification for templates.
        listChanged('resourceTemplates');
      }
    });
  }
  client.setNotificationHandler('notifications/tasks/status', { params: rawSchema }, (params) => {
    if (isRecord(params) && typeof params['taskId'] === 'string') {
      taskChanged(params['taskId']);
    }
  });
  client.setNotificationHandler('notifications/progress', { params: rawSchema }, progress);
  const messages = new ServerLogMessages(log);
  client.setNotificationHandler('notifications/message', { params: rawSchema }, (params) => messages.receive(params));
  if (era === 'modern') {
    subscribe(context, listeners);
  }
}

/**
 * Subscribes to the lists whose changes the server declares to announce. A list that the server does not acknowledge is
 * listed anew when it is needed, for as long as it stays unacknowledged.
 * Source: MCP specification 2026-07-28, basic/patterns/subscriptions, "Acknowledgment".
 */
function subscribe(context: ConnectionContext, { capabilities, signal, resubscribed }: NotificationListeners): void {
  const { log } = context;
  const wanted = listCapabilities.filter((kind) => capabilities.declaresChanges(kind));
  if (wanted.length === 0) {
    return;
  }
  let lastMissing = '';
  void keepSubscribed(context, {
    filter: Object.fromEntries(wanted.map((kind) => [filterKeys[kind], true])),
    acknowledged: (filter) => {
      const honoured = new Set(wanted.filter((kind) => filter[filterKeys[kind]] === true));
      capabilities.subscribed = honoured;
      const missing = wanted.filter((kind) => !honoured.has(kind)).join(', ');
      if (missing !== '' && missing !== lastMissing) {
        log.warn(
          `The server does not tell of changed ${missing}, although it declares that; they are listed anew on use.`,
        );
      }
      lastMissing = missing;
    },
    ended: () => {
      capabilities.subscribed = new Set();
    },
    resubscribed,
    signal,
  });
}

const filterKeys = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;
