import { t } from '@vscode/l10n';
import { evaluate } from '#form/evaluate.ts';
import type { FieldProblem, FormInputs, FormModel } from '#form/model.ts';
import { exactArguments } from '#form/sentValues.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';

/** The form whose arguments are shown. */
interface PreviewedForm {
  readonly inputs: FormInputs;
  /** All problems, shown or not. */
  problems(): readonly FieldProblem[];
  isMasked(field: number): boolean;
}

/** The arguments that will be sent, as exact JSON. Folded until the user wants to see them, with dots in place of secrets. */
export class JsonPreview {
  readonly element: HTMLDetailsElement;
  readonly #model: FormModel;
  readonly #json = el('pre', { class: 'code-block', tabindex: 0, dir: 'ltr' });
  readonly #note = el('p', { class: 'hint' });
  readonly #reveal = button('', 'link', () => {
    this.#isRevealed = !this.#isRevealed;
    this.#draw();
  });
  /** True if the user has chosen to see the secrets. */
  #isRevealed = false;
  #form: PreviewedForm | undefined;

  constructor(model: FormModel) {
    this.#model = model;
    this.#json.ariaLabel = t('Arguments as JSON');
    const summary = el('summary', {}, t('Exact JSON'));
    // Not only at the event `toggle`, which comes after the JSON is visible, and once if the user folds and unfolds quickly.
    summary.addEventListener('click', () => {
      this.#isRevealed = false;
      this.#drawContents();
    });
    this.element = el(
      'details',
      { class: 'json-preview' },
      summary,
      this.#note,
      this.#json,
      el('div', {}, this.#reveal),
    );
    this.element.addEventListener('toggle', () => this.#draw());
  }

  /** Shows the arguments of the form as it is now. */
  show(form: PreviewedForm): void {
    this.#form = form;
    this.#draw();
  }

  /** Draws the contents if they are unfolded. */
  #draw(): void {
    if (this.element.open) {
      this.#drawContents();
    }
  }

  #drawContents(): void {
    const form = this.#form;
    if (!form) {
      return;
    }
    const withProblem = new Set(form.problems().map(({ field }) => field));
    const valid = this.#model.fields.flatMap((field, index) => (withProblem.has(index) ? [] : [{ field, index }]));
    const contentOf = (fields: typeof valid) =>
      evaluate(
        { ...this.#model, fields: fields.map(({ field }) => field) },
        fields.flatMap(({ index }) => form.inputs[index] ?? []),
      ).content;
    const masked = Object.keys(contentOf(valid.filter(({ index }) => form.isMasked(index))));
    this.#json.textContent = exactArguments(contentOf(valid), new Set(this.#isRevealed ? [] : masked));
    this.#note.textContent = withProblem.size === 0 ? '' : t('Without the fields that have a problem.');
    this.#note.hidden = withProblem.size === 0;
    this.#reveal.textContent = this.#isRevealed ? t('Hide Secrets') : t('Show Secrets');
    this.#reveal.hidden = masked.length === 0;
  }
}
