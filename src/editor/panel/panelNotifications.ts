import * as vscode from 'vscode';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { commandIds } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { CallResult } from '#editor/panel/results/callResult.ts';
import { resultScreenId } from '#editor/panel/screens/resultScreen.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { withoutQuotationMarks } from '#form/text.ts';
import { askingText, endedText } from './attentionTexts.ts';

/** A notification with a link to the panel. */
export interface PanelNotification {
  readonly kind: 'request' | 'arguments' | 'agreement' | 'suspendedCall';
  readonly text: string;
  /** The text of the link. */
  readonly link: string;
  /** The id of the screen that the link shows. Without one, or once it does not wait any more, the link shows the oldest screen. */
  readonly screen?: string | undefined;
  /** False once the notification is not needed any more. */
  readonly isNeeded: () => boolean;
}

interface PanelNotificationsEvents {
  /** True while the user can see the panel: a notification must not cover its buttons. */
  isInSight(): boolean;
  /** Called after a notification was closed because it is not needed any more. */
  ended(): void;
}

/**
 * The notifications that the user is waited for, with a link to the panel: one of a kind at a time. A notification closes, also in the
 * notification center, when it is not needed any more or the panel comes into sight. Therefore they are progress notifications: an
 * extension can close no others.
 */
export class PanelNotifications implements vscode.Disposable {
  readonly #events: PanelNotificationsEvents;
  readonly #open = new Map<
    PanelNotification['kind'],
    { readonly notification: PanelNotification; readonly close: () => void }
  >();
  #isDisposed = false;

  constructor(events: PanelNotificationsEvents) {
    this.#events = events;
  }

  show(notification: PanelNotification): void {
    const { kind, text, link, screen } = notification;
    if (this.#isDisposed || this.#open.has(kind) || !notification.isNeeded() || this.#events.isInSight()) {
      return;
    }
    const closed = new Promise<void>((close) => this.#open.set(kind, { notification, close }));
    plainWindow.notifyUntil(closed, text, { label: link, command: commandIds.showPending, argument: screen });
  }

  /** Closes the notifications that are not needed any more, or all if the panel is in sight. */
  update(): void {
    const isInSight = this.#events.isInSight();
    const ended = [...this.#open].filter(([, { notification }]) => isInSight || !notification.isNeeded());
    for (const [key, { close }] of ended) {
      this.#open.delete(key);
      close();
    }
    if (ended.length > 0 && !isInSight) {
      this.#events.ended();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const { close } of this.#open.values()) {
      close();
    }
    this.#open.clear();
  }
}

/** `withContent`: the notification names the tool and quotes the first words of the message. */
export function requestNotification(
  request: ElicitationRequest,
  withContent: boolean,
  isNeeded: () => boolean,
): PanelNotification {
  const text = askingText(request, withContent);
  return { kind: 'request', text, link: vscode.l10n.t('Answer'), screen: request.id, isNeeded };
}

/**
 * Tells of a result that is not shown, with a button that shows it. Nothing runs any more, so that it is no progress notification: it
 * moves to the notification center by itself. `withContent`: it names the tool.
 */
export async function notifyOfResult(
  callId: string,
  { definition, request }: Pick<CallResult, 'definition' | 'request'>,
  withContent: boolean,
): Promise<void> {
  const pressed = await plainWindow.showInformationMessage(
    endedText(definition.name, request, withContent),
    vscode.l10n.t('Show Result'),
  );
  if (pressed !== undefined) {
    await vscode.commands.executeCommand(commandIds.showPending, resultScreenId(callId));
  }
}

export function suspendedCallNotification(server: string, isNeeded: () => boolean): PanelNotification {
  const text = vscode.l10n.t('{0} waits for you to continue.', plainName(server));
  return { kind: 'suspendedCall', text, link: vscode.l10n.t('Show'), isNeeded };
}

/**
 * @param callArguments Settles once the user has filled in or refused the arguments.
 * @param screen the id of their screen
 */
export function argumentsNotification(
  target: string,
  server: string,
  callArguments: Promise<unknown>,
  screen: string | undefined,
): PanelNotification {
  const text = vscode.l10n.t(
    '“{0}” of {1} needs arguments.',
    plainName(withoutQuotationMarks(target)),
    plainName(server),
  );
  return { kind: 'arguments', text, link: vscode.l10n.t('Show'), screen, isNeeded: isPending(callArguments) };
}

/**
 * @param agreement Settles once the user has allowed or refused the start.
 * @param screen the id of its screen
 */
export function agreementNotification(
  server: string,
  agreement: Promise<unknown>,
  screen: string | undefined,
): PanelNotification {
  const text = vscode.l10n.t('{0} needs your permission to start.', plainName(server));
  return { kind: 'agreement', text, link: vscode.l10n.t('Show'), screen, isNeeded: isPending(agreement) };
}

/**
 * @param decision Settles once the user has decided about the server.
 * @param screen the id of its screen
 */
export function unverifiedServerNotification(
  agent: string,
  decision: Promise<unknown>,
  screen: string | undefined,
): PanelNotification {
  const text = vscode.l10n.t('{0} starts a server that you have not connected. It wants to ask you.', plainName(agent));
  return { kind: 'agreement', text, link: vscode.l10n.t('Show'), screen, isNeeded: isPending(decision) };
}

/** Returns a function that is true until the promise settles. */
function isPending(promise: Promise<unknown>): () => boolean {
  let isUnsettled = true;
  const end = () => {
    isUnsettled = false;
  };
  promise.then(end, end);
  return () => isUnsettled;
}
