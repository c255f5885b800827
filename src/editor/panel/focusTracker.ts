import * as vscode from 'vscode';

/**
 * Tracks whether the user has stayed in the views of this extension since a call began. After any activity elsewhere (an editor, a
 * selection, a terminal, another window) the panel must not take the keyboard focus.
 */
export class FocusTracker implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[];
  readonly #marks = new Map<string, number>();
  #activities = 0;
  #lastMark = -1;
  #isWindowFocused = vscode.window.state.focused;
  /** The text editor from which the user came to the panel, until another one becomes active. */
  #returnEditor: vscode.TextEditor | undefined;

  constructor() {
    const countActivity = () => {
      this.#activities += 1;
    };
    const editorChanged = (editor: unknown) => {
      // `undefined` if no text editor is active, as after the panel became active.
      if (editor) {
        countActivity();
        this.#returnEditor = undefined;
      }
    };
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(editorChanged),
      vscode.window.onDidChangeActiveNotebookEditor(editorChanged),
      vscode.window.onDidChangeTextEditorSelection(countActivity),
      vscode.window.onDidChangeActiveTerminal((terminal) => terminal && countActivity()),
      // The event also fires when the user becomes inactive.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused !== this.#isWindowFocused) {
          this.#isWindowFocused = focused;
          countActivity();
        }
      }),
    ];
  }

  /** Marks that the user has just acted on this call in a view of this extension. */
  mark(callId: string): void {
    this.#marks.set(callId, this.#activities);
    this.#lastMark = this.#activities;
  }

  isMarked(callId: string): boolean {
    return this.#marks.has(callId);
  }

  /** True if the user was not active elsewhere since the mark. False for a call without a mark. */
  stayedSince(callId: string): boolean {
    return this.#marks.get(callId) === this.#activities;
  }

  /** True if the user was not active elsewhere since the last mark of any call. */
  stayedSinceLastMark(): boolean {
    return this.#lastMark === this.#activities;
  }

  /** Sets the text editor from which the user opens the panel. `undefined` keeps the earlier one: the panel may be active already. */
  setReturnEditor(editor: vscode.TextEditor | undefined): void {
    this.#returnEditor = editor ?? this.#returnEditor;
  }

  /** Moves the keyboard focus to the text editor from which the user came, if it is still open. */
  returnFocus(): void {
    const { document, viewColumn } = this.#returnEditor ?? {};
    this.#returnEditor = undefined;
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

  /** Removes the marks of all other calls. */
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
