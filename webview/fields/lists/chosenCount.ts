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

  /** `announces`: true if the count is announced; false when a whole form is filled in. */
  show(chosen: number, announces = true): void {
    this.element.ariaLive = announces ? 'polite' : 'off';
    const difference = choiceCountDifference(this.#field, chosen);
    this.element.replaceChildren(
      choiceCountText(this.#field, chosen),
      ...(difference === undefined
        ? []
        : [': ', el('span', { class: 'count-difference' }, icon('warning'), difference)]),
    );
  }
}
