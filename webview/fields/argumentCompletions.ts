import { CompletionList } from '#webview/fields/lists/completionList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';

/** The delay of the request for completions after the last key. In milliseconds. */
const pauseMs = 200;

/**
 * The server's completions for the text fields of a form, requested as the user types. A response is ignored if the text
 * has changed or the focus has moved.
 */
export class ArgumentCompletions {
  readonly #completionLists = new Map<number, CompletionList>();
  readonly #screen: string;
  readonly #flush: () => void;
  readonly #post: PostToExtension;
  #revision = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `flush`: posts the edits that are not posted yet. */
  constructor(screen: string, post: PostToExtension, flush: () => void) {
    this.#screen = screen;
    this.#post = post;
    this.#flush = flush;
  }

  /** Adds the list to a field that was just drawn in `element`. Not later: an input that moves into its list loses the focus. */
  add(field: number, element: HTMLElement): void {
    const input = element.querySelector(`#field-${field}`);
    // A combobox has its own list.
    if (input instanceof HTMLInputElement && input.type === 'text' && !input.hasAttribute('role')) {
      this.#addCompletionList(field, input);
    }
  }

  /** Shows the completions that were requested as `revision`. */
  show(field: number, revision: number, values: readonly string[]): void {
    if (revision === this.#revision) {
      this.#completionLists.get(field)?.show(values);
    }
  }

  dispose(): void {
    this.#cancelRequest();
  }

  #addCompletionList(field: number, input: HTMLInputElement): void {
    const completionList = new CompletionList(input, () => this.#request(field, input));
    this.#completionLists.set(field, completionList);
    // A textarea, which can replace the input, has no completions.
    completionList.element.addEventListener('input', ({ target }) => {
      this.#cancelRequest();
      completionList.close();
      if (target === input && !completionList.isInserting) {
        this.#timer = setTimeout(() => this.#request(field, input), pauseMs);
      }
    });
    input.addEventListener('blur', () => this.#cancelRequest());
  }

  #request(field: number, input: HTMLInputElement): void {
    this.#cancelRequest();
    // The request contains the inputs of the other fields.
    this.#flush();
    this.#post({ type: 'complete', screen: this.#screen, field, revision: this.#revision, text: input.value });
  }

  /** Cancels the scheduled request, and ignores the response to an earlier one. */
  #cancelRequest(): void {
    clearTimeout(this.#timer);
    this.#revision += 1;
  }
}
