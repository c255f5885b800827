import * as vscode from 'vscode';
import type { Exchange, Exchanges } from '#core/inbox/exchanges.ts';
import { targetOf } from '#core/model/call.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { isRecord } from '#form/json.ts';
import { arrivalTexts, exchangeText } from './exchangeText.ts';

const scheme = 'mcp-elicitation-wire';

/** Shows exchanges in read-only documents. A document is updated when its exchange changes. */
export class ExchangeDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #exchanges: Exchanges;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(exchanges: Exchanges) {
    this.#exchanges = exchanges;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
    exchanges.onDidChange((exchange) => this.#changed.fire(uriOf(exchange)));
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const exchange = this.#exchanges.get(query);
    return exchange
      ? exchangeText(exchange)
      : `// ${vscode.l10n.t('This is no longer kept. Only the last 100 questions are kept, until the window closes.')}\n`;
  }

  /** Opens the document of the exchange with this id beside the active editor. */
  async show(id: string): Promise<void> {
    const exchange = this.#exchanges.get(id);
    if (!exchange) {
      const text = vscode.l10n.t('The messages of this question are no longer kept.');
      await plainWindow.showInformationMessage(text);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uriOf(exchange));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  /** Lets the user pick one of the last exchanges, newest first, and opens it. */
  async pick(): Promise<void> {
    const items = this.#exchanges.all.toReversed().map((exchange) => ({
      label: plainName(exchange.server.name),
      description: [
        new Date(exchange.at).toLocaleTimeString(),
        exchange.call && plainName(targetOf(exchange.call.request)),
      ]
        .filter(Boolean)
        .join(' · '),
      detail: `${replySummary(exchange)} · ${requestSummary(exchange)}`,
      id: exchange.id,
    }));
    if (items.length === 0) {
      await plainWindow.showInformationMessage(vscode.l10n.t('No server has asked anything since the window opened.'));
      return;
    }
    const picked = await plainWindow.showQuickPick(items, {
      title: vscode.l10n.t('Show Wire'),
      placeHolder: vscode.l10n.t('Choose a question'),
      matchOnDescription: true,
      matchOnDetail: true,
      ...keepOpen,
    });
    if (picked) {
      await this.show(picked.id);
    }
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

/**
 * The URI of an exchange's document. The path is the title of the tab. Its file extension selects a language of this extension: in
 * other languages the editor would turn URLs into links. See `configurationDefaults` in package.json.
 */
function uriOf({ id, at, server }: Exchange): vscode.Uri {
  const name = plainName(server.name).replace(/[\\/:*?"<>|]/g, '_');
  const time = new Date(at).toISOString().slice(11, 19).replaceAll(':', '.');
  return vscode.Uri.from({ scheme, path: `/${name} ${time}.mcp-wire`, query: id });
}

/** The reply in a few words: its action, its error code, or that there is no reply yet. */
function replySummary({ reply }: Exchange): string {
  if (!reply) {
    return vscode.l10n.t('no reply yet');
  }
  if (!isRecord(reply.sent)) {
    return reply.note === undefined ? vscode.l10n.t('nothing was sent') : plainName(reply.note);
  }
  const { action, code } = reply.sent;
  if (typeof action === 'string') {
    return action;
  }
  return typeof code === 'number' ? vscode.l10n.t('refused ({0})', code) : vscode.l10n.t('answered');
}

function requestSummary({ received, arrival }: Exchange): string {
  const params = isRecord(received) && isRecord(received['params']) ? received['params'] : received;
  const message = isRecord(params) ? params['message'] : undefined;
  return typeof message === 'string' ? plainName(message) : arrivalTexts[arrival];
}
