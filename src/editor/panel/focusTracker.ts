import * as vscode from 'vscode';

/**
 * Whether the person has stayed with us since a call began. Any sign of them elsewhere (an editor, a selection, a
 * terminal, another window) means that the panel must not take the keyboard from under their hands.
 */
export class FocusTracker implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[];
  readonly #marks = new Map<string, number>();
  #signs = 0;
  #last = -1;
  #focused = vscode.window.state.focused;
  /** The editor that the person came from to the panel, until they turn to another. */
  #editor: vscode.TextEditor | undefined;

  constructor() {
    const sign = () => {
      this.#signs += 1;
    };
    const turn = (editor: unknown) => {
      // `undefined` is what our own panel causes when it comes to the front.
      if (editor) {
        sign();
        this.#editor = undefined;
      }
    };
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(turn),
      vscode.window.onDidChangeActiveNotebookEditor(turn),
      vscode.window.onDidChangeTextEditorSelection(sign),
      vscode.window.onDidChangeActiveTerminal((terminal) => terminal && sign()),
      // The event also tells of mere inactivity, which is no sign of being elsewhere.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused !== this.#focused) {
          this.#focused = focused;
          sign();
        }
      }),
    ];
  }

  /** The person did something about this call in our own views, just now. */
  mark(callId: string): void {
    this.#marks.set(callId, this.#signs);
    this.#last = this.#signs;
  }

  isMarked(callId: string): boolean {
    return this.#marks.has(callId);
  }

  /** True when nothing was heard of the person elsewhere since the mark. False for a call without one. */
  stayedSince(callId: string): boolean {
    return this.#marks.get(callId) === this.#signs;
  }

  /** The same since whatever the person did last in our own views. */
  stayedSinceLastMark(): boolean {
    return this.#last === this.#signs;
  }

  /** The person comes to the panel, from this editor where it is one. Absent: they may be at the panel already. */
  comeFrom(editor: vscode.TextEditor | undefined): void {
    this.#editor = editor ?? this.#editor;
  }

  /** Gives the keyboard back to the editor that the person came from, where it is still open. */
  goBack(): void {
    const { document, viewColumn } = this.#editor ?? {};
    this.#editor = undefined;
    const isOpen = vscode.window.tabGroups.all.some(
      (group) =>
        group.viewColumn === viewColumn &&
        group.tabs.some(
          ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document?.uri.toString(),
        ),
    );
    if (document && isOpen) {
      vscode.window.showTextDocument(document, { viewColumn }).then(undefined, () => undefined);
    }
  }

  /** Forgets the calls that are over. */
  keepOnly(callIds: ReadonlySet<string>): void {
    for (const id of this.#marks.keys()) {
      if (!callIds.has(id)) {
        this.#marks.delete(id);
      }
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}
