import { t } from '@vscode/l10n';
import type { Screen, ScreenChanges, ToWebview } from '#bridge/messages.ts';
import type { UrlRequest } from '#core/model/elicitationRequest.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';
import { drawRequest, endedCall, type RequestScreenContext, receiveRequestMessage } from './requestScreen.ts';
import { shownUrl, shownUrlFindings } from './shownUrl.ts';

export interface UrlActions {
  /** True if the servers run on another computer than the user's. */
  readonly isRemote: boolean;
  /** Opens exactly this URL in the browser. Resolves with false if the user or the editor refuses. */
  open(url: string): Promise<boolean>;
  /** Copies the URL to the clipboard. */
  copyUrl(url: string): Promise<void>;
}

/**
 * The screen of a URL request. The request is accepted once the page is open: the user has consented, and nothing is known of
 * what happens on the page. With a severe finding the page is opened only after the user has confirmed it; this is checked
 * here too, not only in the webview.
 * Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests".
 */
export class UrlRequestScreen implements PanelScreen {
  readonly waits = true;
  readonly blocksServer = true;
  readonly request: UrlRequest;
  readonly #context: RequestScreenContext;
  readonly #actions: UrlActions;
  readonly #changed: () => void;
  #copied = false;
  /** While the page is being opened, other decisions are ignored: an open page must not be declined. */
  #opening = false;
  /** The tab was closed meanwhile. */
  #dismissed = false;

  constructor(request: UrlRequest, context: RequestScreenContext, actions: UrlActions, changed: () => void) {
    this.request = request;
    this.#context = context;
    this.#actions = actions;
    this.#changed = changed;
  }

  get id(): string {
    return this.request.id;
  }

  get serverName(): string {
    return this.request.server.name;
  }

  get #isSevere(): boolean {
    return this.request.findings.some(({ severity }) => severity === 'severe');
  }

  draw(ignoreInputMs: number): Screen {
    return {
      kind: 'url',
      ...drawRequest(this.request, this.#context),
      url: shownUrl(this.request.parsedUrl),
      findings: shownUrlFindings(this.request.findings, this.request.parsedUrl, this.#actions.isRemote),
      copied: this.#copied,
      ignoreInputMs,
    };
  }

  changes(): ScreenChanges {
    return { steps: this.#context.steps(), ...endedCall(this.#context), copied: this.#copied };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    if (message.type === 'copyUrl') {
      void this.#copy();
    } else if (this.#opening && message.type !== 'showExchange') {
      return;
    } else if (message.type === 'openUrl' || message.type === 'openedUrl') {
      if (this.#isSevere && !message.confirmed) {
        this.#reject(t('Confirm first that you have checked the address.'), reply);
      } else if (message.type === 'openUrl') {
        void this.#open(reply);
      } else if (this.#copied) {
        this.#accept();
      }
    } else {
      receiveRequestMessage(this.request, this.#context, message);
    }
  }

  dismiss(): void {
    if (this.#opening) {
      this.#dismissed = true;
    } else {
      this.#context.inbox.decide(this.id, { action: 'cancel' });
    }
  }

  async #open(reply: (message: ToWebview) => void): Promise<void> {
    this.#opening = true;
    const opening = this.#actions.open(this.request.url).catch(() => false);
    // If the request is withdrawn meanwhile, the page may still be opened: the inbox has to know.
    this.#context.inbox.beginOpening(this.id, opening);
    const opened = await opening;
    this.#opening = false;
    if (!this.#context.inbox.get(this.id)) {
      return;
    }
    if (opened) {
      this.#accept();
    } else if (this.#dismissed) {
      this.dismiss();
    } else {
      this.#reject(
        t('The page was not opened, and nothing was answered. You can still open it, decline or cancel.'),
        reply,
      );
    }
  }

  #reject(summary: string, reply: (message: ToWebview) => void): void {
    reply({ type: 'rejected', screen: this.id, summary, problems: [] });
  }

  async #copy(): Promise<void> {
    try {
      await this.#actions.copyUrl(this.request.url);
    } catch {
      return;
    }
    this.#copied = true;
    this.#changed();
  }

  #accept(): void {
    this.#context.inbox.decide(this.id, { action: 'accept' });
  }
}
