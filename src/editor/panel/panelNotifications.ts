import * as vscode from 'vscode';
import { commandIds } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';

/** A notification that leads to the panel. */
export interface PanelNotification {
  readonly about: 'question' | 'arguments' | 'agreement' | 'hold';
  readonly text: string;
  /** What its link to the panel says. */
  readonly link: string;
  /** False when there is nothing to lead to any more. */
  readonly holds: () => boolean;
}

interface LeadingNoticesPorts {
  /** True while the user can see the panel: then nothing of ours may lie over its buttons. */
  isInSight(): boolean;
  /** A notice has gone because what it was about is over. */
  ended(): void;
}

/**
 * Notifications that lead to the panel, one of a kind at a time. Each goes away by itself, from the screen and from the
 * notification center, when what it is about is over or the panel comes into sight: the editor takes back only those that
 * show progress.
 */
export class PanelNotifications implements vscode.Disposable {
  readonly #ports: LeadingNoticesPorts;
  readonly #open = new Map<
    PanelNotification['about'],
    { readonly notice: PanelNotification; readonly close: () => void }
  >();
  #isOver = false;

  constructor(ports: LeadingNoticesPorts) {
    this.#ports = ports;
  }

  /** True while there is one of this kind. */
  has(about: PanelNotification['about']): boolean {
    return this.#open.has(about);
  }

  show(notice: PanelNotification): void {
    const { about, text, link } = notice;
    if (this.#isOver || this.has(about) || !notice.holds() || this.#ports.isInSight()) {
      return;
    }
    const closed = new Promise<void>((close) => this.#open.set(about, { notice, close }));
    plainWindow.notifyUntil(closed, text, { label: link, command: commandIds.showPending });
  }

  /** Takes away what is over, and everything while the panel is in sight. */
  update(): void {
    const isInSight = this.#ports.isInSight();
    const ended = [...this.#open].filter(([, { notice }]) => isInSight || !notice.holds());
    for (const [about, { close }] of ended) {
      this.#open.delete(about);
      close();
    }
    if (ended.length > 0 && !isInSight) {
      this.#ports.ended();
    }
  }

  dispose(): void {
    this.#isOver = true;
    for (const { close } of this.#open.values()) {
      close();
    }
    this.#open.clear();
  }
}

export function requestNotification(server: string, holds: () => boolean): PanelNotification {
  const text = vscode.l10n.t('{0} is asking you something.', plainName(server));
  return { about: 'question', text, link: vscode.l10n.t('Answer'), holds };
}

export function suspendedCallNotification(server: string, holds: () => boolean): PanelNotification {
  const text = vscode.l10n.t('{0} waits for you to go on.', plainName(server));
  return { about: 'hold', text, link: vscode.l10n.t('Show'), holds };
}

/** @param given Settles when the arguments were given or refused. */
export function argumentsNotification(target: string, server: string, given: Promise<unknown>): PanelNotification {
  const text = vscode.l10n.t('{0} of {1} needs arguments.', plainName(target), plainName(server));
  return { about: 'arguments', text, link: vscode.l10n.t('Show'), holds: pending(given) };
}

/** @param agreed Settles when the user allowed or refused the start. */
export function agreementNotification(server: string, agreed: Promise<unknown>): PanelNotification {
  const text = vscode.l10n.t('{0} waits for you before it can start.', plainName(server));
  return { about: 'agreement', text, link: vscode.l10n.t('Show'), holds: pending(agreed) };
}

/** Tells whether something has not ended yet. */
function pending(promise: Promise<unknown>): () => boolean {
  let is = true;
  const end = () => {
    is = false;
  };
  promise.then(end, end);
  return () => is;
}
