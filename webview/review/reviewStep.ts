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
  /** The elements that the review replaces. */
  readonly formParts: readonly (HTMLElement | undefined)[];
  /** The form and the review were swapped, or the review has changed: buttons have moved. */
  turned(): void;
}

/** The review between the form and the reply. Starts with the form. */
export class ReviewStep {
  readonly review: Review;
  /** Says why the main button has sent nothing. */
  readonly note = el('p', { class: 'hint review-note' });
  readonly #options: ReviewStepOptions;
  /** The revision whose review was requested. */
  #requestedRevision: number | undefined;
  /** The focused element of the form. */
  #formFocus: Element | null = null;

  constructor(options: ReviewStepOptions) {
    this.#options = options;
    this.review = new Review(options.screen.form, options.form, options.server, () => this.#request());
    this.note.hidden = true;
  }

  get isOn(): boolean {
    return !this.review.element.hidden;
  }

  /** Requests a review, or shows the problems of the form. */
  begin(): void {
    const { form } = this.#options;
    form.flush();
    if (form.validate()) {
      this.#formFocus = document.activeElement;
      this.#request();
    }
  }

  /** Returns true if the review shows all that would be sent. Otherwise updates the review, or shows the problems. */
  settle(): boolean {
    const settled = this.review.settle();
    this.#showNote(!settled && this.#requestedRevision !== undefined);
    return settled;
  }

  reviewed(revision: number, values: readonly SentValue[], secrets: readonly SecretFinding[]): void {
    const { form, formParts, turned } = this.#options;
    if (revision !== this.#requestedRevision) {
      return;
    }
    this.#requestedRevision = undefined;
    if (revision !== form.revision) {
      // The form has changed since the request.
      if (form.isValid) {
        this.#request();
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

  /** Returns false if only the form can show the problem; then the form is shown again. */
  rejected(problems: readonly FieldProblem[]): boolean {
    this.#requestedRevision = undefined;
    this.#showNote(false);
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

  /** Shows the form again. Returns true if the focus was restored. */
  back(): boolean {
    this.#requestedRevision = undefined;
    this.#showNote(false);
    this.review.hide();
    for (const part of this.#options.formParts) {
      part?.toggleAttribute('hidden', false);
    }
    this.#options.turned();
    const field = this.#formFocus;
    if (field instanceof HTMLElement && this.#options.form.fields.contains(field)) {
      field.focus();
      return true;
    }
    return false;
  }

  dispose(): void {
    this.review.dispose();
  }

  #request(): void {
    const { form, post, screen } = this.#options;
    form.flush();
    if (this.#requestedRevision !== form.revision) {
      this.#showNote(false);
      this.#requestedRevision = form.revision;
      post({ type: 'review', screen: screen.id, revision: form.revision, inputs: form.inputs });
    }
  }

  #showNote(changed: boolean): void {
    this.note.textContent = changed
      ? t('You changed an answer. Look at the review, then choose the button once more.')
      : '';
    this.note.hidden = !changed;
  }
}
