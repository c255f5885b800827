import type { Client } from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import type { Capabilities } from './capabilities.ts';
import type { Limits, OpenQuestions } from './limits.ts';
import type { ListKind } from './listing.ts';
import { asReceived } from './parcel.ts';
import { ServerMessages } from './serverMessages.ts';
import { keepListening } from './subscription.ts';
import type { WireLog } from './wireLog.ts';

export interface NewsParts {
  readonly client: Client;
  readonly capabilities: Capabilities;
  readonly log: WireLog;
  readonly limits: Limits;
  readonly questions: OpenQuestions;
  /** Fires when the connection is over. */
  readonly signal: AbortSignal;
  readonly listChanged: (kind: ListKind) => void;
  /** A task stands differently: its id. */
  readonly taskChanged: (taskId: string) => void;
  /** News of changed lists may have been missed. */
  readonly missed: () => void;
}

/**
 * Hears what a server says without having been asked: lists that have changed, tasks that stand differently, log messages.
 * In the modern era changed lists have to be subscribed to.
 */
export function listenForNews(parts: NewsParts): void {
  const { client, capabilities, log, listChanged, taskChanged } = parts;
  for (const kind of ['tools', 'prompts', 'resources'] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => {
      listChanged(kind);
      if (kind === 'resources') {
        // Templates have no word of their own for it.
        listChanged('resourceTemplates');
      }
    });
  }
  client.setNotificationHandler('notifications/tasks/status', { params: asReceived }, (params) => {
    if (isRecord(params) && typeof params['taskId'] === 'string') {
      taskChanged(params['taskId']);
    }
  });
  const messages = new ServerMessages(log);
  client.setNotificationHandler('notifications/message', { params: asReceived }, (params) => messages.receive(params));
  if (capabilities.era === 'modern') {
    subscribe(parts);
  }
}

function subscribe({ client, capabilities, log, limits, questions, signal, missed }: NewsParts): void {
  const filter = {
    ...(capabilities.tellsOfChanges('tools') && { toolsListChanged: true }),
    ...(capabilities.tellsOfChanges('prompts') && { promptsListChanged: true }),
    ...(capabilities.tellsOfChanges('resources') && { resourcesListChanged: true }),
  };
  if (Object.keys(filter).length > 0) {
    void keepListening({
      client,
      filter,
      questions,
      acknowledgeMs: limits.listMs,
      pauses: limits.pauses,
      reopened: missed,
      warn: (line) => log.warn(line),
      signal,
    });
  }
}
