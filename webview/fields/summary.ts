import type { FieldProblem } from '../../src/form/model.ts';
import { el } from '../dom.ts';
import { icon } from '../icons.ts';

/** What stands in the way of an answer, at the top of a form, with a way to each field. Takes the keyboard when shown. */
export class ProblemSummary {
  readonly element: HTMLElement;
  readonly #heading = el('h2', { id: 'summary-heading', tabindex: -1 });
  readonly #list = el('ul');
  readonly #label: (field: number) => string;
  readonly #goTo: (field: number) => void;

  /** `label` names a field, `goTo` moves the keyboard to it. */
  constructor(label: (field: number) => string, goTo: (field: number) => void) {
    this.#label = label;
    this.#goTo = goTo;
    this.element = el(
      'div',
      { class: 'summary', role: 'group', 'aria-labelledby': 'summary-heading' },
      el('div', { class: 'summary-head' }, icon('error'), this.#heading),
      this.#list,
    );
    this.element.hidden = true;
  }

  show(heading: string, problems: readonly FieldProblem[]): void {
    this.#heading.textContent = heading;
    this.#fill(problems);
    this.element.hidden = false;
    this.#heading.focus();
    this.element.scrollIntoView({ block: 'start' });
  }

  /** Problems that are gone leave the list; with the last one the summary goes. */
  refresh(problems: readonly FieldProblem[], heading: string): void {
    if (this.element.hidden || this.#list.childElementCount === 0) {
      return;
    }
    this.#heading.textContent = heading;
    this.#fill(problems);
    this.element.hidden = problems.length === 0;
  }

  hide(): void {
    this.element.hidden = true;
  }

  #fill(problems: readonly FieldProblem[]): void {
    this.#list.replaceChildren(
      ...problems.map(({ field, message }) => {
        const link = el('button', { type: 'button', class: 'link' }, el('bdi', {}, this.#label(field)), `: ${message}`);
        link.addEventListener('click', () => this.#goTo(field));
        return el('li', {}, link);
      }),
    );
  }
}
