import { choiceCountDifference, choiceCountText } from '#form/constraintTexts.ts';
import type { MultiChoiceField } from '#form/model.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** The number of chosen options and the allowed number, announced politely when it changes. */
export class ChosenCount {
  readonly element: HTMLElement;
  readonly #field: MultiChoiceField;

  constructor(field: MultiChoiceField, id: string) {
    this.#field = field;
    this.element = el('p', { id: `${id}-count`, class: 'count', 'aria-live': 'polite', 'aria-atomic': 'true' });
  }

  /** `aloud`: announce the count, because the user has chosen. Not when a whole form is filled in. */
  show(chosen: number, aloud = true): void {
    this.element.ariaLive = aloud ? 'polite' : 'off';
    const off = choiceCountDifference(this.#field, chosen);
    this.element.classList.toggle('off', off !== undefined);
    this.element.replaceChildren(
      choiceCountText(this.#field, chosen),
      ...(off === undefined ? [] : [': ', el('span', { class: 'off-text' }, icon('warning'), off)]),
    );
  }
}
