import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { evictOldest } from '#core/common/lruCache.ts';
import type { TextLanguage } from '#core/results/textOfPart.ts';
import { plainName } from '#editor/common/plainText.ts';

const scheme = 'mcp-elicitation-text';
/** The scheme of the documents of a change. Conditions of menus in package.json name it. */
const changeScheme = 'mcp-elicitation-change';
/** The number of texts that are kept for documents that the editor has not closed. */
const maxTexts = 20;

/**
 * The file extensions that select a language of this extension: in other languages the editor would turn URLs into links. See
 * `configurationDefaults` in package.json.
 */
const extensions: Readonly<Record<TextLanguage, string>> = { json: 'mcp-json', markdown: 'mcp-md', text: 'mcp-text' };

/** A change of a file. Without `before`, only the text `after` is shown. */
export interface TextChange {
  readonly title: string;
  /** The name of the file. Its ending selects the language. */
  readonly name: string;
  readonly before?: string | undefined;
  readonly after: string;
}

/** A document, or a comparison of two, that is shown. */
export interface ShownDocument {
  close(): Promise<void>;
  /** True while a tab shows it. */
  isOpen(): boolean;
}

/** Shows texts of results, and changes of files, in read-only documents. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  /** The texts by the ids of their documents. */
  readonly #texts = new Map<string, string>();
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.registerTextDocumentContentProvider(changeScheme, this),
      vscode.workspace.onDidCloseTextDocument(
        ({ uri }) => [scheme, changeScheme].includes(uri.scheme) && this.#texts.delete(uri.query),
      ),
    );
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#texts.get(query) ?? vscode.l10n.t('This text is no longer kept. Open it again from the result.');
  }

  /** Opens a new document. `title`: a name from a server. */
  async show(title: string, text: string, language: TextLanguage): Promise<void> {
    await this.#open(this.#add(scheme, `${fileName(title)}.${extensions[language]}`, text));
  }

  /** Opens the comparison of two new documents, with the focus, so that the keyboard reads it; or one document if nothing is compared. */
  async showChange({ title, name, before, after }: TextChange): Promise<ShownDocument> {
    const uri = this.#add(changeScheme, before === undefined ? `${fileName(title)}.txt` : fileName(name), after);
    if (before === undefined) {
      await this.#open(uri);
    } else {
      const old = this.#add(changeScheme, fileName(name), before);
      await vscode.commands.executeCommand('vscode.diff', old, uri, plainName(title), { preview: false });
    }
    return {
      close: async () => {
        const shown = tabOf(uri);
        if (shown) {
          await vscode.window.tabGroups.close(shown);
        }
      },
      isOpen: () => tabOf(uri) !== undefined,
    };
  }

  async #open(uri: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** Stores the text of a new document. */
  #add(scheme: string, name: string, text: string): vscode.Uri {
    const id = randomUUID();
    this.#texts.set(id, text);
    evictOldest(this.#texts, maxTexts);
    return vscode.Uri.from({ scheme, path: `/${name}`, query: id });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function fileName(name: string): string {
  return plainName(name).replace(/[\\/:*?"<>|]/g, '_');
}

/** The tab that shows a document, alone or compared with another. */
function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find(({ input }) => {
    const shown =
      input instanceof vscode.TabInputTextDiff
        ? input.modified
        : input instanceof vscode.TabInputText
          ? input.uri
          : undefined;
    return String(shown) === String(uri);
  });
}
