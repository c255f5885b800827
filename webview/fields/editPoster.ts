import { maxTextLength } from '#form/formLimits.ts';
import { Debouncer } from '#webview/shell/debouncer.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import type { FormAnswers } from './formAnswers.ts';

/** Edits are gathered for so many ms before they are posted. */
const GATHER = 150;

/** The fields of a form whose inputs the extension does not have yet, and when it is told of them. */
export class EditPoster {
  readonly #screen: string;
  readonly #answers: Pick<FormAnswers, 'inputs' | 'revision'>;
  readonly #post: PostToExtension;
  readonly #unsent = new Set<number>();
  readonly #gathering = new Debouncer(GATHER, () => this.flush());

  constructor(screen: string, answers: Pick<FormAnswers, 'inputs' | 'revision'>, post: PostToExtension) {
    this.#screen = screen;
    this.#answers = answers;
    this.#post = post;
  }

  /** A field was changed. It is posted soon. */
  add(field: number): void {
    this.#unsent.add(field);
    this.#gathering.schedule();
  }

  /** Posts all fields, with what else was changed. */
  postAll(): void {
    for (const field of this.#answers.inputs.keys()) {
      this.#unsent.add(field);
    }
    this.flush();
  }

  /** Posts what is not posted yet. */
  flush(): void {
    this.#gathering.cancel();
    const { inputs, revision } = this.#answers;
    const changes = [...this.#unsent].flatMap((field) => {
      const input = inputs[field];
      // The extension takes none that is longer, and nothing that comes with one; the field says that it is not kept.
      const isTooLong = input?.kind === 'text' && input.text.length > maxTextLength;
      return input && !isTooLong ? [{ field, input }] : [];
    });
    this.#unsent.clear();
    if (changes.length > 0) {
      this.#post({ type: 'edit', screen: this.#screen, revision, changes });
    }
  }
}
