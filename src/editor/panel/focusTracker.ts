import * as vscode from 'vscode';

/**
 * Tracks whether the user has stayed in our views since a call began. Any activity elsewhere (an editor, a selection, a
 * terminal, another window) means that the panel must not take the keyboard focus.
 */
export class FocusTracker implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[];
  readonly #marks = new Map<string, number>();
  #activities = 0;
  #last = -1;
  #focused = vscode.window.state.focused;
  /** The editor from which the user came to the panel, until another one becomes active. */
  #editor: vscode.TextEditor | undefined;

  constructor() {
    const active = () => {
      this.#activities += 1;
    };
    const editorChanged = (editor: unknown) => {
      // `undefined`: no editor is active. Our own panel causes that when it becomes active.
      if (editor) {
        active();
        this.#editor = undefined;
      }
    };
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(editorChanged),
      vscode.window.onDidChangeActiveNotebookEditor(editorChanged),
      vscode.window.onDidChangeTextEditorSelection(active),
      vscode.window.onDidChangeActiveTerminal((terminal) => terminal && active()),
      // The event also fires when the user is merely inactive.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused !== this.#focused) {
          this.#focused = focused;
          active();
        }
      }),
    ];
  }

  /** The user has just done something about this call in our views. */
  mark(callId: string): void {
    this.#marks.set(callId, this.#activities);
    this.#last = this.#activities;
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
    return this.#last === this.#activities;
  }

  /** The user opens the panel from this editor. `undefined`: the panel may be active already. */
  comeFrom(editor: vscode.TextEditor | undefined): void {
    this.#editor = editor ?? this.#editor;
  }

  /** Returns the keyboard focus to the editor from which the user came, if it is still open. */
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

  /** Forgets the marks of all other calls. */
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
