import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { evictOldest } from '#core/common/lruCache.ts';
import type { TextLanguage } from '#core/results/textOfPart.ts';
import { plainName } from '#editor/common/plainText.ts';

const scheme = 'mcp-elicitation-text';
/** The number of texts that are kept for documents that the editor has not closed. */
const maxTexts = 20;

/**
 * The file extensions that select a language of this extension: in other languages the editor would turn URLs into links. See
 * `configurationDefaults` in package.json.
 */
const extensions: Readonly<Record<TextLanguage, string>> = { json: 'mcp-json', markdown: 'mcp-md', text: 'mcp-text' };

/** Shows texts of results in read-only documents. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  /** The texts by the ids of their documents. */
  readonly #texts = new Map<string, string>();
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === scheme && this.#texts.delete(uri.query)),
    );
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#texts.get(query) ?? vscode.l10n.t('This text is no longer kept. Open it again from the result.');
  }

  /** Opens a new document, and returns how to close it. `title`: a name from a server. `column`: by default that of the active editor. */
  async show(
    title: string,
    text: string,
    language: TextLanguage,
    column?: vscode.ViewColumn,
  ): Promise<{ close(): Promise<void> }> {
    const id = randomUUID();
    this.#texts.set(id, text);
    evictOldest(this.#texts, maxTexts);
    const name = plainName(title).replace(/[\\/:*?"<>|]/g, '_');
    const uri = vscode.Uri.from({ scheme, path: `/${name}.${extensions[language]}`, query: id });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      preview: false,
      ...(column !== undefined && { viewColumn: column }),
    });
    return { close: () => closeTabOf(uri) };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

async function closeTabOf(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = tabs.find(({ input }) => input instanceof vscode.TabInputText && String(input.uri) === String(uri));
  if (shown) {
    await vscode.window.tabGroups.close(shown);
  }
}
