import * as vscode from 'vscode';
import { readToExtension, type ToExtension } from '../../bridge/messages.ts';
import type { Holds } from '../../core/inbox/holds.ts';
import type { Inbox } from '../../core/inbox/inbox.ts';
import type { ElicitationRequest } from '../../core/inbox/request.ts';
import type { Call } from '../../core/servers/call.ts';
import { plainName, withoutLinks } from '../plainText.ts';
import { panelHtml } from './html.ts';
import type { Stage } from './stage.ts';
import type { AgreementRequest, ArgumentsRequest, OutcomeRequest, PanelSurface } from './surface.ts';
import type { Whereabouts } from './whereabouts.ts';

const REFRESH_MS = 100;
const VIEW_TYPE = 'mcpElicitation.panel';

/** What only a person does, as opposed to what the webview does by itself. */
const ACTS: ReadonlySet<ToExtension['type']> = new Set([
  'submit',
  'decline',
  'declineRest',
  'cancel',
  'openUrl',
  'openedUrl',
]);

/** The webview panel: opens it, lends it to the stage, and decides when it may take the keyboard. */
export class Panel implements PanelSurface, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #stage: Stage;
  readonly #inbox: Inbox;
  readonly #holds: Holds;
  readonly #whereabouts: Whereabouts;
  #panel: vscode.WebviewPanel | undefined;
  #ready = false;
  #focusWanted = false;
  #notified = false;
  /** A notification says already that something waits to go on. */
  #holdNotified = false;
  /** The holds that were there the last time: only a new one opens the panel. */
  #held: ReadonlySet<string> = new Set();
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor(extensionUri: vscode.Uri, stage: Stage, inbox: Inbox, holds: Holds, whereabouts: Whereabouts) {
    this.#extensionUri = extensionUri;
    this.#stage = stage;
    this.#inbox = inbox;
    this.#holds = holds;
    this.#whereabouts = whereabouts;
    inbox.onDidArrive((request) => this.#attend(request));
    holds.onDidChange(() => this.#attendHolds());
    stage.onDidChange(() => this.#retitle());
  }

  askArguments(request: ArgumentsRequest) {
    const result = this.#stage.askArguments(request);
    this.#reveal(request.origin === 'person');
    if (request.origin === 'program') {
      const { definition, target } = request;
      const text = vscode.l10n.t('{0} of {1} needs arguments.', plainName(target.name), plainName(definition.name));
      void this.#lead(text, vscode.l10n.t('Show'));
    }
    return result;
  }

  askAgreement(request: AgreementRequest) {
    const result = this.#stage.askAgreement(request);
    this.#reveal(request.askedFor);
    return result;
  }

  showOutcome(request: OutcomeRequest): void {
    this.#stage.showOutcome(request);
    if (this.#panel?.visible) {
      return;
    }
    if (request.origin === 'person') {
      // They wait for it; with the keyboard only when they have not turned to something else since.
      this.#reveal(this.#whereabouts.stayedSinceLastMark());
    } else {
      const text = vscode.l10n.t(
        '{0} of {1} has ended.',
        plainName(request.target.name),
        plainName(request.definition.name),
      );
      void this.#lead(text, vscode.l10n.t('Show Result'));
    }
  }

  /** Calls began, progressed or ended. One that the person just began is followed here: its progress, and Cancel. */
  callsChanged(calls: readonly Call[]): void {
    for (const { id, origin } of calls) {
      if (origin === 'person' && !this.#whereabouts.isMarked(id)) {
        this.#whereabouts.mark(id);
        this.#stage.clearOutcome();
        this.#reveal(true);
      }
    }
    this.#whereabouts.keepOnly(new Set(calls.map(({ id }) => id)));
    // A server may report progress thousands of times a second.
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined;
      this.#stage.refresh();
    }, REFRESH_MS);
  }

  open(): void {
    this.#stage.bringForward();
    this.#reveal(true);
  }

  /**
   * Gives the keyboard back to the panel after a dialog of the editor that it led to, where it is still the active
   * editor: the editor itself gives it to the frame around the page and no further.
   */
  regainKeyboard(): void {
    if (this.#panel?.active) {
      this.#panel.reveal(undefined, false);
    }
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    // Closing the window is no decision of the person's: nothing may be answered by it.
    const panel = this.#panel;
    this.#panel = undefined;
    panel?.dispose();
  }

  /** A question has arrived. With the person still at this very call the panel takes the keyboard; else it only shows. */
  #attend(request: ElicitationRequest): void {
    const here = request.askedFor && request.call !== undefined && this.#whereabouts.stayedSince(request.call.id);
    const shown = this.#stage.shows(request);
    this.#reveal(here && shown);
    if (!(here && shown) && !(this.#panel?.active && shown)) {
      this.#notify(request);
    }
  }

  /** A call waits for the person's word. Where the panel is not in sight it comes up, without the keyboard. */
  #attendHolds(): void {
    const holds = this.#holds.all;
    // A server that the person has muted is not to bring anything up.
    const news = holds.filter(({ id, withheld }) => !this.#held.has(id) && withheld?.reason !== 'muted');
    this.#held = new Set(holds.map(({ id }) => id));
    const [first] = news;
    if (first && !this.#panel?.visible && !this.#holdNotified) {
      this.#reveal(false);
      this.#holdNotified = true;
      void this.#lead(
        vscode.l10n.t('{0} waits for you to go on.', plainName(first.server.name)),
        vscode.l10n.t('Show'),
      ).finally(() => {
        this.#holdNotified = false;
      });
    }
  }

  /** One notification at a time; it says who, never what. The count in the status bar tells the rest. */
  #notify(request: ElicitationRequest): void {
    if (this.#notified && this.#inbox.pending.length > 1) {
      return;
    }
    this.#notified = true;
    const text = vscode.l10n.t('{0} is asking you something.', plainName(request.server.name));
    void this.#lead(text, vscode.l10n.t('Answer')).finally(() => {
      this.#notified = false;
    });
  }

  /** A notification with one button that leads to the panel. */
  async #lead(text: string, button: string): Promise<void> {
    const choice = await vscode.window.showInformationMessage(withoutLinks(text), button);
    if (choice === button) {
      this.open();
    }
  }

  #reveal(takeFocus: boolean): void {
    this.#focusWanted ||= takeFocus;
    if (!this.#panel) {
      this.#create(takeFocus);
    } else if (takeFocus ? !this.#panel.active : !this.#panel.visible) {
      this.#panel.reveal(takeFocus ? undefined : placeBeside(), !takeFocus);
    }
    this.#postFocus();
  }

  #create(takeFocus: boolean): void {
    const column = takeFocus ? vscode.ViewColumn.Active : placeBeside();
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      defaultTitle(),
      { viewColumn: column, preserveFocus: !takeFocus },
      {
        enableScripts: true,
        // A half-typed answer, its cursor and an open list must be as they were when the person comes back.
        retainContextWhenHidden: true,
        localResourceRoots: [
          vscode.Uri.joinPath(this.#extensionUri, 'dist'),
          vscode.Uri.joinPath(this.#extensionUri, 'media'),
        ],
      },
    );
    this.#panel = panel;
    this.#ready = false;
    panel.iconPath = vscode.Uri.joinPath(this.#extensionUri, 'media', 'icon.svg');
    panel.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw));
    panel.onDidDispose(() => this.#disposed(panel));
    this.#stage.attach((message) => {
      void panel.webview.postMessage(message);
    });
    panel.webview.html = panelHtml(panel.webview, this.#extensionUri);
  }

  #receive(raw: unknown): void {
    const message = readToExtension(raw);
    if (!message) {
      return;
    }
    const { current } = this.#stage;
    if (ACTS.has(message.type) && current?.request?.call) {
      // The next question of the same call finds the person still here.
      this.#whereabouts.mark(current.request.call.id);
    }
    this.#ready = true;
    this.#stage.receive(message);
    this.#postFocus();
  }

  #postFocus(): void {
    if (this.#ready && this.#focusWanted && this.#panel) {
      this.#focusWanted = false;
      const screen = this.#stage.shownId;
      void this.#panel.webview.postMessage({ type: 'focus', screen });
    }
  }

  #disposed(panel: vscode.WebviewPanel): void {
    if (this.#panel === panel) {
      this.#panel = undefined;
      this.#ready = false;
      this.#focusWanted = false;
      this.#stage.closed();
      const [next] = this.#inbox.pending;
      if (next) {
        this.#notify(next);
      }
    }
  }

  /** The title names what is drawn, not what is on its way. */
  #retitle(): void {
    if (this.#panel && this.#stage.isDrawn) {
      const { current } = this.#stage;
      this.#panel.title = current ? plainName(current.serverName) : defaultTitle();
    }
  }
}

function defaultTitle(): string {
  return vscode.l10n.t('MCP Elicitation Host');
}

/** Where the panel may appear without covering what the person is working in. */
function placeBeside(): vscode.ViewColumn {
  return vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
}
