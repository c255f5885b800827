import { maxTextLength } from '#form/formLimits.ts';
import { typedLength } from '#form/inputs/inputTexts.ts';
import { Debouncer } from '#webview/shell/debouncer.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import type { FormAnswers } from './formAnswers.ts';

/** The pause in typing after which edits are posted. In milliseconds. */
const pauseMs = 150;

/** Posts the inputs of changed fields to the extension. */
export class EditPoster {
  readonly #screen: string;
  readonly #answers: Pick<FormAnswers, 'inputs' | 'revision' | 'isFilled'>;
  readonly #post: PostToExtension;
  readonly #unposted = new Set<number>();
  readonly #debouncer = new Debouncer(pauseMs, () => this.flush());

  constructor(screen: string, answers: Pick<FormAnswers, 'inputs' | 'revision' | 'isFilled'>, post: PostToExtension) {
    this.#screen = screen;
    this.#answers = answers;
    this.#post = post;
  }

  /**
   * Posts the input of this field after the pause. At once if a secret was emptied: the extension has to see that, because what is
   * entered next may be no part of the secret.
   */
  add(field: number, isMasked: boolean): void {
    this.#unposted.add(field);
    this.#debouncer.schedule();
    if (isMasked && !this.#answers.isFilled(field)) {
      this.flush();
    }
  }

  /** Posts the inputs of all fields at once. */
  postAll(): void {
    for (const field of this.#answers.inputs.keys()) {
      this.#unposted.add(field);
    }
    this.flush();
  }

  /** Posts the changes that are not posted yet. */
  flush(): void {
    this.#debouncer.cancel();
    const { inputs, revision } = this.#answers;
    const changes = [...this.#unposted].flatMap((field) => {
      const input = inputs[field];
      // The extension rejects a whole message that has a longer text. The field shows that the text is not kept.
      return input && typedLength(input) <= maxTextLength ? [{ field, input }] : [];
    });
    this.#unposted.clear();
    if (changes.length > 0) {
      this.#post({ type: 'edit', screen: this.#screen, revision, changes });
    }
  }
}
