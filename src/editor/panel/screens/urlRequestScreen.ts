import { t } from '@vscode/l10n';
import type { Screen, ScreenChanges, ToWebview } from '#bridge/messages.ts';
import type { UrlRequest } from '#core/model/elicitationRequest.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';
import {
  callEndedProperty,
  composeRequest,
  type RequestScreenContext,
  receiveRequestMessage,
} from './requestScreen.ts';
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
 * The screen of a URL request. The request is accepted once the page is open: accept means only that the user consented to open it.
 * With a severe finding the page is opened only after the user has confirmed it; not only the webview but also this class checks that.
 * Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests".
 */
export class UrlRequestScreen implements PanelScreen {
  readonly waits = true;
  readonly blocksServer = true;
  readonly request: UrlRequest;
  readonly #context: RequestScreenContext;
  readonly #actions: UrlActions;
  readonly #changed: () => void;
  #isCopied = false;
  /** True while the page is being opened. Other decisions are ignored then: an open page must not be declined. */
  #isOpening = false;
  /** True if the tab was closed while the page was being opened. */
  #isDismissed = false;

  constructor(request: UrlRequest, context: RequestScreenContext, actions: UrlActions, changed: () => void) {
    this.request = request;
    this.#context = context;
    this.#actions = actions;
    this.#changed = changed;
  }

  get id(): string {
    return this.request.id;
  }

  get serverId(): string {
    return this.request.server.id;
  }

  get serverName(): string {
    return this.request.server.name;
  }

  get #isSevere(): boolean {
    return this.request.findings.some(({ severity }) => severity === 'severe');
  }

  compose(ignoreInputMs: number): Screen {
    return {
      kind: 'url',
      ...composeRequest(this.request, this.#context),
      ...(this.request.server.asker?.hook && { answeredAfterPage: true as const }),
      url: shownUrl(this.request.parsedUrl),
      findings: shownUrlFindings(this.request.findings, this.request.parsedUrl, this.#actions.isRemote),
      copied: this.#isCopied,
      ignoreInputMs,
    };
  }

  changes(): ScreenChanges {
    return { steps: this.#context.steps(), ...callEndedProperty(this.#context), copied: this.#isCopied };
  }

  receive(message: ScreenMessage, reply: (message: ToWebview) => void): void {
    if (message.type === 'copyUrl') {
      void this.#copy();
    } else if (this.#isOpening) {
      return;
    } else if (message.type === 'openUrl' || message.type === 'openedUrl') {
      if (this.#isSevere && !message.confirmed) {
        this.#reject(t('Confirm first that you have checked the address.'), reply);
      } else if (message.type === 'openUrl') {
        void this.#open(reply);
      } else if (this.#isCopied) {
        this.#accept();
      }
    } else {
      receiveRequestMessage(this.request, this.#context, message);
    }
  }

  dismiss(): void {
    if (this.#isOpening) {
      this.#isDismissed = true;
    } else {
      this.#context.inbox.decide(this.id, { action: 'cancel' });
    }
  }

  async #open(reply: (message: ToWebview) => void): Promise<void> {
    this.#isOpening = true;
    const opening = this.#actions.open(this.request.url).catch(() => false);
    // The page may be opened even if the request is withdrawn meanwhile: the inbox adds that to the settlement.
    this.#context.inbox.beginOpening(this.id, opening);
    const isOpened = await opening;
    this.#isOpening = false;
    if (!this.#context.inbox.get(this.id)) {
      return;
    }
    if (isOpened) {
      this.#accept();
    } else if (this.#isDismissed) {
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
    this.#isCopied = true;
    this.#changed();
  }

  #accept(): void {
    this.#context.inbox.decide(this.id, { action: 'accept' });
  }
}
