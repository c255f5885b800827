import { CompletionList } from '#webview/fields/lists/completionList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import type { FormView } from './formView.ts';

/** The server is asked this long after the last key. In milliseconds. */
const pauseMs = 200;

/**
 * The server's completions for the text fields of a form, requested as the user types. A response is dropped if the
 * text has changed or the focus has moved.
 */
export class ArgumentCompletions {
  readonly #fields = new Map<number, CompletionList>();
  readonly #screen: string;
  readonly #form: FormView;
  readonly #post: PostToExtension;
  #revision = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `size`: the number of fields. */
  constructor(screen: string, form: FormView, size: number, post: PostToExtension) {
    this.#screen = screen;
    this.#form = form;
    this.#post = post;
    for (let field = 0; field < size; field += 1) {
      const input = form.fields.querySelector(`#field-${field}`);
      // A combobox has a list of its own.
      if (input instanceof HTMLInputElement && input.type === 'text' && !input.hasAttribute('role')) {
        this.#add(field, input);
      }
    }
  }

  /** Shows the response to the request `revision`. */
  show(field: number, revision: number, values: readonly string[]): void {
    if (revision === this.#revision) {
      this.#fields.get(field)?.show(values);
    }
  }

  dispose(): void {
    this.#drop();
  }

  #add(field: number, input: HTMLInputElement): void {
    const suggestions = new CompletionList(input, () => this.#request(field, input));
    this.#fields.set(field, suggestions);
    // A textarea can replace the input; it has no suggestions.
    suggestions.element.addEventListener('input', ({ target }) => {
      this.#drop();
      suggestions.close();
      if (target === input && !suggestions.isInserting) {
        this.#pause = setTimeout(() => this.#request(field, input), pauseMs);
      }
    });
    input.addEventListener('blur', () => this.#drop());
  }

  #request(field: number, input: HTMLInputElement): void {
    this.#drop();
    // The request contains the inputs of the other fields.
    this.#form.flush();
    this.#post({ type: 'complete', screen: this.#screen, field, revision: this.#revision, text: input.value });
  }

  /** Drops the pending request and its response. */
  #drop(): void {
    clearTimeout(this.#pause);
    this.#revision += 1;
  }
}
