import { SuggestionList } from '#webview/fields/lists/suggestions.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import type { FormView } from './formView.ts';

/** After so many ms without a key the server is asked. */
const PAUSE = 200;

/**
 * Suggestions from the server for the text fields of a form, while the person types. What comes late, when something else
 * stands in the field or the keyboard is elsewhere, is not shown.
 */
export class ArgumentCompletions {
  readonly #fields = new Map<number, SuggestionList>();
  readonly #screen: string;
  readonly #form: FormView;
  readonly #post: PostToExtension;
  #revision = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `size`: how many fields the form has. */
  constructor(screen: string, form: FormView, size: number, post: PostToExtension) {
    this.#screen = screen;
    this.#form = form;
    this.#post = post;
    for (let field = 0; field < size; field += 1) {
      const input = form.fields.querySelector(`#field-${field}`);
      // One of many options is found in its own list.
      if (input instanceof HTMLInputElement && input.type === 'text' && !input.hasAttribute('role')) {
        this.#add(field, input);
      }
    }
  }

  /** What the server suggests, asked for as `revision`. */
  show(field: number, revision: number, values: readonly string[]): void {
    if (revision === this.#revision) {
      this.#fields.get(field)?.show(values);
    }
  }

  dispose(): void {
    this.#forget();
  }

  #add(field: number, input: HTMLInputElement): void {
    const suggestions = new SuggestionList(input, () => this.#ask(field, input));
    this.#fields.set(field, suggestions);
    // A field of several lines may take the input's place: that has no suggestions.
    suggestions.element.addEventListener('input', ({ target }) => {
      this.#forget();
      suggestions.close();
      if (target === input && !suggestions.isTaking) {
        this.#pause = setTimeout(() => this.#ask(field, input), PAUSE);
      }
    });
    input.addEventListener('blur', () => this.#forget());
  }

  #ask(field: number, input: HTMLInputElement): void {
    this.#forget();
    // What stands in the other fields is part of the question.
    this.#form.flush();
    this.#post({ type: 'complete', screen: this.#screen, field, revision: this.#revision, text: input.value });
  }

  /** Whatever was asked is not wanted any more. */
  #forget(): void {
    clearTimeout(this.#pause);
    this.#revision += 1;
  }
}
