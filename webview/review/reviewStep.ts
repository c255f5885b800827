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
  /** Called when the form and the review were swapped, or the review has changed: elements have moved. */
  onSwap(): void;
}

/** The review between the form and the reply. Initially the form is shown. */
export class ReviewStep {
  readonly review: Review;
  /** Explains why Submit has sent nothing. */
  readonly note = el('p', { class: 'hint review-note' });
  readonly #options: ReviewStepOptions;
  /** The revision whose review was requested. */
  #requestedRevision: number | undefined;
  /** The element of the form that had the focus before the review. */
  #formFocus: Element | null = null;

  constructor(options: ReviewStepOptions) {
    this.#options = options;
    this.review = new Review(options.screen.form, options.form, options.server, () => this.#request());
    this.note.hidden = true;
  }

  get isShown(): boolean {
    return !this.review.element.hidden;
  }

  /** Requests a review of the form, or shows the problems of the form. */
  requestReview(): void {
    const { form } = this.#options;
    form.flush();
    if (form.validate()) {
      this.#formFocus = document.activeElement;
      this.#request();
    }
  }

  /** Returns true if the review shows exactly what would be sent. Otherwise updates the review, or shows the problems. */
  settle(): boolean {
    const isSettled = this.review.settle();
    this.#showNote(!isSettled && this.#requestedRevision !== undefined);
    return isSettled;
  }

  onReviewed(revision: number, values: readonly SentValue[], secrets: readonly SecretFinding[]): void {
    const { form, formParts, onSwap } = this.#options;
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
    const isFirst = !this.isShown;
    for (const part of formParts) {
      part?.toggleAttribute('hidden', true);
    }
    if (this.review.show(revision, values)) {
      onSwap();
    }
    if (isFirst && document.hasFocus()) {
      this.review.focus();
    }
  }

  /** Shows why the answers were rejected. Returns false if only the form can show that; then the form is shown again. */
  onRejected(problems: readonly FieldProblem[]): boolean {
    this.#requestedRevision = undefined;
    this.#showNote(false);
    if (!this.isShown) {
      return false;
    }
    if (problems.length === 0) {
      this.showForm();
      return false;
    }
    this.review.reject(problems);
    return true;
  }

  /** Shows the form again. Returns true if the focus was restored. */
  showForm(): boolean {
    this.#requestedRevision = undefined;
    this.#showNote(false);
    this.review.hide();
    for (const part of this.#options.formParts) {
      part?.toggleAttribute('hidden', false);
    }
    this.#options.onSwap();
    const element = this.#formFocus;
    if (element instanceof HTMLElement && this.#options.form.fields.contains(element)) {
      element.focus();
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

  #showNote(isShown: boolean): void {
    this.note.textContent = isShown
      ? t('You changed an answer. Check the review, then choose the same button once more.')
      : '';
    this.note.hidden = !isShown;
  }
}
