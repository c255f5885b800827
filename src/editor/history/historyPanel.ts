import * as vscode from 'vscode';
import { type FromHistory, type HistoryStatus, readFromHistory, type ToHistory } from '#bridge/historyMessages.ts';
import type { Exchanges } from '#core/inbox/exchanges.ts';
import { RecordNames } from '#core/record/history/recordNames.ts';
import type { Servers } from '#core/servers/servers.ts';
import { executeOwnCommand } from '#editor/common/contributions.ts';
import { recordSettings } from '#editor/settings/userSettings.ts';
import { type OwnTabs, viewTypes } from '#editor/tabs/ownTabs.ts';
import { SingleTab } from '#editor/tabs/singleTab.ts';
import { historyBundle } from '#editor/webviews/webviewBundles.ts';
import { loadWebviewHtml } from '#editor/webviews/webviewHtml.ts';
import { clearRecord } from './clearRecord.ts';
import { exportRecord } from './exportRecord.ts';
import { historyChoices } from './filterChoices.ts';
import { HistorySession } from './historySession.ts';
import { alertsOf } from './recordAlerts.ts';
import type { WindowRecord } from './windowRecord.ts';

const webviewOptions: vscode.WebviewOptions = {
  enableScripts: true,
  // The document contains its script and styles, and loads no files.
  localResourceRoots: [],
};

interface HistoryPanelContext {
  readonly extensionUri: vscode.Uri;
  readonly record: WindowRecord;
  readonly exchanges: Exchanges;
  readonly servers: Servers;
  readonly tabs: OwnTabs;
  /** Shows the exchange of a request. */
  showExchange(requestId: string): void;
}

/** The webview panel that shows the record of requests and calls. One per window. */
export class HistoryPanel implements vscode.Disposable {
  readonly #context: HistoryPanelContext;
  readonly #subscription: vscode.Disposable;
  readonly #tab: SingleTab;
  #panel: vscode.WebviewPanel | undefined;
  #session: HistorySession | undefined;
  /** Kept while the window is open, so that they are read only once. */
  readonly #names: RecordNames;
  #postedChoices = '';

  constructor(context: HistoryPanelContext) {
    this.#context = context;
    this.#names = new RecordNames(context.record.files);
    this.#tab = new SingleTab(context.tabs, 'history', {
      isOpen: () => this.#panel !== undefined,
      open: (column, mayTakeFocus) => this.#create(column, mayTakeFocus),
      adopt: (tab) => this.#adopt(tab, this.#html()),
      reveal: () => this.show(),
    });
    let { revision } = context.record;
    this.#subscription = context.record.onDidChange(() => {
      this.#postStatus();
      if (context.record.revision !== revision) {
        revision = context.record.revision;
        this.#post({ type: 'newer' });
      }
    });
  }

  /** Opens the panel, or brings it to the front. */
  show(): void {
    if (this.#panel) {
      this.#panel.reveal();
    } else {
      this.#tab.open();
    }
  }

  /** Asks the user for the entries to export and for a file, and exports the record. Never rejects. */
  export(): Promise<void> {
    return exportRecord(this.#context.record);
  }

  /** Deletes the record, after the user has confirmed it. Never rejects. */
  clear(): Promise<void> {
    return clearRecord(this.#context.record);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#tab.dispose();
    this.#session?.end();
  }

  #create(column: vscode.ViewColumn | undefined, takeFocus: boolean): void {
    const html = this.#html();
    const panel = vscode.window.createWebviewPanel(
      viewTypes.history,
      vscode.l10n.t('MCP Elicitation History'),
      { viewColumn: column ?? vscode.ViewColumn.Active, preserveFocus: !takeFocus },
      // The scroll position in a long list, and its loaded entries, stay while another tab is shown.
      { ...webviewOptions, retainContextWhenHidden: true },
    );
    this.#adopt(panel, html);
  }

  #html(): string {
    return loadWebviewHtml(this.#context.extensionUri, historyBundle);
  }

  #adopt(panel: vscode.WebviewPanel, html: string): void {
    const { exchanges, extensionUri, record } = this.#context;
    this.#panel = panel;
    const session = new HistorySession({
      files: record.files,
      requestFiles: record.elicitations.files,
      heads: record.heads,
      flush: () => record.flush(),
      post: (message) => this.#post(message),
      hasExchange: (id) => exchanges.get(id) !== undefined,
    });
    this.#session = session;
    this.#postedChoices = '';
    const closed = new AbortController();
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    panel.webview.onDidReceiveMessage((raw: unknown) => {
      const message = readFromHistory(raw);
      if (message) {
        this.#receive(message, session, closed.signal);
      }
    });
    panel.onDidDispose(() => {
      session.end();
      closed.abort();
      this.#panel = undefined;
      this.#session = undefined;
    });
    panel.webview.options = webviewOptions;
    panel.webview.html = html;
  }

  #receive(message: FromHistory, session: HistorySession, closed: AbortSignal): void {
    switch (message.type) {
      case 'ready':
        this.#postStatus();
        this.#postChoices();
        return;
      case 'query':
        void session.query(message).then(() => this.#postStatus());
        return;
      case 'older':
        void session.older(message.query).then(() => this.#postStatus());
        return;
      case 'count':
        void session.count(message);
        // The list is shown, so that there is time to read what can be chosen.
        void this.#refreshNames(closed);
        return;
      case 'select':
        session.select(message.key);
        return;
      case 'showExchange': {
        const requestId = session.requestIdOf(message.key);
        if (requestId !== undefined) {
          this.#context.showExchange(requestId);
        }
        return;
      }
      case 'verify':
        void session.verify();
        return;
      case 'cancelVerify':
        session.cancelVerify();
        return;
      case 'export':
        void exportRecord(this.#context.record, session.filter);
        return;
      case 'clear':
        void this.clear();
        return;
      case 'openSettings':
        void vscode.commands.executeCommand('workbench.action.openSettings', 'mcpElicitation.record');
        return;
      case 'tryDemo':
        void executeOwnCommand(vscode.commands, 'tryDemo');
        return;
    }
  }

  #post(message: ToHistory): void {
    void this.#panel?.webview.postMessage(message);
  }

  #postStatus(): void {
    this.#post({ type: 'status', status: this.#status() });
  }

  async #refreshNames(closed: AbortSignal): Promise<void> {
    try {
      await this.#names.refresh(closed);
    } catch {
      // The list reports that the record cannot be read. The names that were read so far can be chosen.
    }
    this.#postChoices();
  }

  #postChoices(): void {
    const { agents, servers, tools } = this.#names;
    const configured = this.#context.servers.all.map(({ definition: { id, name } }) => [id, name] as const);
    const choices = historyChoices({ agents, servers: new Map([...servers, ...configured]), tools });
    const text = JSON.stringify(choices);
    if (text !== this.#postedChoices) {
      this.#postedChoices = text;
      this.#post({ type: 'choices', ...choices });
    }
  }

  #status(): HistoryStatus {
    const { record } = this.#context;
    const { enabled, values, calls, retentionDays } = recordSettings();
    return {
      enabled,
      recordsValues: values === 'full',
      recordsCalls: calls,
      retentionDays,
      alerts: alertsOf(record.state, record.findings, record.failure),
    };
  }
}
