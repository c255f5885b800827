import { t } from '@vscode/l10n';
import type { ScreenOf, SecretFinding } from '#bridge/messages.ts';
import type { FieldProblem } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';
import type { FormView } from '#webview/fields/formView.ts';
import { el } from '#webview/shell/dom.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { Review } from './review.ts';

interface ReviewStepOptions {
  readonly screen: ScreenOf<'form'>;
  readonly post: PostToExtension;
  readonly form: FormView;
  readonly server: Node;
  /** What the review takes the place of. */
  readonly formParts: readonly (HTMLElement | undefined)[];
  /** One of the two was put in the place of the other, or the review shows something else: what is pressed has moved. */
  turned(): void;
}

/** The step between a form and its answer, in which the person sees what would be sent. Begins with the form. */
export class ReviewStep {
  readonly review: Review;
  /** Says why a press on the main button has sent nothing. */
  readonly note = el('p', { class: 'hint review-note' });
  readonly #parts: ReviewStepOptions;
  /** The revision that was sent to be reviewed. */
  #asked: number | undefined;
  /** What had the keyboard in the form. */
  #cameFrom: Element | null = null;

  constructor(parts: ReviewStepOptions) {
    this.#parts = parts;
    this.review = new Review(parts.screen.form, parts.form, parts.server, () => this.#ask());
    this.note.hidden = true;
  }

  get isOn(): boolean {
    return !this.review.element.hidden;
  }

  /** Wants the form reviewed, unless something is wrong with it, which is said. */
  begin(): void {
    const { form } = this.#parts;
    form.flush();
    if (form.validate()) {
      this.#cameFrom = document.activeElement;
      this.#ask();
    }
  }

  /** True when the review shows all that would be sent. Otherwise it will, or says what is wrong. */
  settle(): boolean {
    const settled = this.review.settle();
    this.#explain(!settled && this.#asked !== undefined);
    return settled;
  }

  reviewed(revision: number, values: readonly SentValue[], secrets: readonly SecretFinding[]): void {
    const { form, formParts, turned } = this.#parts;
    if (revision !== this.#asked) {
      return;
    }
    this.#asked = undefined;
    if (revision !== form.revision) {
      // Something else was typed meanwhile: that is to be reviewed now.
      if (form.isValid) {
        this.#ask();
      }
      return;
    }
    form.showSecrets(secrets);
    const isFirst = !this.isOn;
    for (const part of formParts) {
      part?.toggleAttribute('hidden', true);
    }
    if (this.review.show(revision, values)) {
      turned();
    }
    if (isFirst && document.hasFocus()) {
      this.review.focus();
    }
  }

  /** False when only the form can say what is wrong, and then it is there again. */
  rejected(problems: readonly FieldProblem[]): boolean {
    this.#asked = undefined;
    this.#explain(false);
    if (!this.isOn) {
      return false;
    }
    if (problems.length === 0) {
      this.back();
      return false;
    }
    this.review.reject(problems);
    return true;
  }

  /** Puts the form back. True when the keyboard is where it was then. */
  back(): boolean {
    this.#asked = undefined;
    this.#explain(false);
    this.review.hide();
    for (const part of this.#parts.formParts) {
      part?.toggleAttribute('hidden', false);
    }
    this.#parts.turned();
    const field = this.#cameFrom;
    if (field instanceof HTMLElement && this.#parts.form.fields.contains(field)) {
      field.focus();
      return true;
    }
    return false;
  }

  dispose(): void {
    this.review.dispose();
  }

  #ask(): void {
    const { form, post, screen } = this.#parts;
    form.flush();
    if (this.#asked !== form.revision) {
      this.#explain(false);
      this.#asked = form.revision;
      post({ type: 'review', screen: screen.id, revision: form.revision, inputs: form.inputs });
    }
  }

  #explain(changed: boolean): void {
    this.note.textContent = changed
      ? t('You changed an answer. Look at the review, then choose the button once more.')
      : '';
    this.note.hidden = !changed;
  }
}
