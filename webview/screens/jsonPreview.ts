import { t } from '@vscode/l10n';
import { evaluate } from '#form/evaluate.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import { exactArguments } from '#form/sentValues.ts';
import { el } from '#webview/shell/dom.ts';

/** The arguments that will be sent, as exact JSON. Folded until the user wants to see them. */
export class JsonPreview {
  readonly element: HTMLDetailsElement;
  readonly #form: FormModel;
  readonly #json = el('pre', { class: 'code-block', tabindex: 0, dir: 'ltr' });
  readonly #note = el('p', { class: 'hint' });
  #draw: () => void = () => undefined;

  constructor(form: FormModel) {
    this.#form = form;
    this.#json.ariaLabel = t('Arguments as JSON');
    this.element = el('details', { class: 'json-preview' }, el('summary', {}, t('Show JSON')), this.#note, this.#json);
    this.element.addEventListener('toggle', () => this.#draw());
  }

  /** Shows the arguments for these inputs, with dots in place of secrets. */
  show(inputs: FormInputs, isSecret: (field: number) => boolean): void {
    this.#draw = () => {
      if (!this.element.open) {
        return;
      }
      const { content, problems } = evaluate(this.#form, inputs);
      const names = this.#form.fields.flatMap(({ name }, field) => (isSecret(field) ? [name] : []));
      this.#json.textContent = exactArguments(content, new Set(names));
      this.#note.textContent = problems.length === 0 ? '' : t('Without the fields that have a problem.');
      this.#note.hidden = problems.length === 0;
    };
    this.#draw();
  }
}
