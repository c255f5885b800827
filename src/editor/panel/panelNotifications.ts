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
  /** The user has seen its screen before: it is not kept. */
  readonly isReminder?: true;
  /** Settles when the notification is not needed any more. Absent if `PanelNotifications.update` is called then anyway. */
  readonly settled?: Promise<unknown>;
}

interface PanelNotificationsEvents {
  /** True while the user can see the panel: a notification must not cover its buttons. */
  isInSight(): boolean;
  /** Called after a notification was closed because it is not needed any more: the kept ones can be shown. */
  ended(): void;
}

/**
 * The notifications that the user is waited for, with a link to the panel: one of a kind at a time. A notification closes, also in the
 * notification center, when it is not needed any more or the panel comes into sight. Therefore they are progress notifications: an
 * extension can close no others. Those that cannot be shown at once are kept until the user has seen their screen.
 */
export class PanelNotifications implements vscode.Disposable {
  readonly #events: PanelNotificationsEvents;
  readonly #open = new Map<
    PanelNotification['kind'],
    { readonly notification: PanelNotification; readonly close: () => void }
  >();
  /** Those that were not shown, or were closed because the panel came into sight. Oldest first. */
  #kept: readonly PanelNotification[] = [];
  #isDisposed = false;

  constructor(events: PanelNotificationsEvents) {
    this.#events = events;
  }

  /** Shows the notification, or keeps it if another one of its kind is shown or the panel is in sight. */
  show(notification: PanelNotification): void {
    const { kind, text, link, screen, settled } = notification;
    if (this.#isDisposed || !notification.isNeeded()) {
      return;
    }
    if (this.#open.has(kind) || this.#events.isInSight()) {
      this.keep(notification);
      return;
    }
    const closed = new Promise<void>((close) => this.#open.set(kind, { notification, close }));
    plainWindow.notifyUntil(closed, text, { label: link, command: commandIds.showPending, argument: screen });
    const update = () => this.update();
    settled?.then(update, update);
  }

  /** Keeps the notification until its kind can be shown: see `showKept`. */
  keep(notification: PanelNotification): void {
    if (!this.#isDisposed && !notification.isReminder) {
      this.#kept = [...this.#kept, notification];
    }
  }

  /** True while a notification of this kind is shown. */
  isShown(kind: PanelNotification['kind']): boolean {
    return this.#open.has(kind);
  }

  /** Drops the kept notifications that lead to this screen, because the user has seen it. */
  forget(screen: string): void {
    this.#kept = this.#kept.filter((kept) => kept.screen !== screen);
  }

  /** Shows the oldest kept notification of each kind of which none is shown. */
  showKept(): void {
    const kept = this.#kept;
    this.#kept = [];
    for (const notification of kept) {
      this.show(notification);
    }
  }

  /** Closes the notifications that are not needed any more, or all if the panel is in sight. */
  update(): void {
    const isInSight = this.#events.isInSight();
    // One without a screen leads to a card, which the panel in sight shows.
    this.#kept = this.#kept.filter((kept) => kept.isNeeded() && !(isInSight && kept.screen === undefined));
    const ended = [...this.#open].filter(([, { notification }]) => isInSight || !notification.isNeeded());
    const newer = this.#kept;
    this.#kept = [];
    for (const [kind, { notification, close }] of ended) {
      this.#open.delete(kind);
      close();
      if (notification.isNeeded() && notification.screen !== undefined) {
        this.keep(notification);
      }
    }
    this.#kept = [...this.#kept, ...newer];
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
    this.#kept = [];
  }
}

/** `withContent`: the notification names the tool and quotes the first words of the message, if so when it is shown. */
export function requestNotification(
  request: ElicitationRequest,
  withContent: () => boolean,
  isNeeded: () => boolean,
): PanelNotification {
  return {
    kind: 'request',
    get text() {
      return askingText(request, withContent());
    },
    link: vscode.l10n.t('Answer'),
    screen: request.id,
    isNeeded,
  };
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
  return { kind: 'arguments', text, link: vscode.l10n.t('Show'), screen, ...until(callArguments) };
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
  return { kind: 'agreement', text, link: vscode.l10n.t('Show'), screen, ...until(agreement) };
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
  return { kind: 'agreement', text, link: vscode.l10n.t('Show'), screen, ...until(decision) };
}

/** The notification is needed until the promise settles. */
function until(settled: Promise<unknown>): Pick<PanelNotification, 'isNeeded' | 'settled'> {
  let isUnsettled = true;
  const end = () => {
    isUnsettled = false;
  };
  settled.then(end, end);
  return { isNeeded: () => isUnsettled, settled };
}
