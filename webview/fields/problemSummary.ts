import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { FieldProblem } from '#form/model.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { scrollToStart } from '#webview/shell/scrolling.ts';

/** The problem of one field, as a link to the field. */
interface Line {
  readonly element: HTMLElement;
  show(message: string): void;
}

/** The problems of a form, with a link to each field; shown above the form. Takes the focus when shown. */
export class ProblemSummary {
  readonly element: HTMLElement;
  readonly #heading = el('h2', { id: 'summary-heading', tabindex: -1 });
  readonly #list = el('ul');
  readonly #lines = new Map<number, Line>();
  readonly #label: (field: number) => string;
  readonly #goTo: (field: number) => void;

  /** `label` returns the name of a field, `goTo` focuses the field. */
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
    scrollToStart(this.element);
  }

  /** Updates the problems of a summary that is shown; hides the summary if there are none. */
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

  /** Shows exactly these problems. Reuses the elements of problems that remain, because one of them can have the focus. */
  #fill(problems: readonly FieldProblem[]): void {
    const hadFocus = this.#list.contains(document.activeElement);
    const fields = new Set(problems.map(({ field }) => field));
    for (const [field, { element }] of this.#lines) {
      if (!fields.has(field)) {
        element.remove();
        this.#lines.delete(field);
      }
    }
    let next = this.#list.firstElementChild;
    for (const { field, message } of problems) {
      const line = this.#lines.get(field) ?? this.#add(field, next);
      line.show(message);
      next = line.element.nextElementSibling;
    }
    if (hadFocus && !this.#list.contains(document.activeElement)) {
      this.#heading.focus();
    }
  }

  #add(field: number, before: Element | null): Line {
    const link = el('button', { type: 'button', class: 'link' });
    link.addEventListener('click', () => this.#goTo(field));
    const element = el('li', {}, link);
    this.#list.insertBefore(element, before);
    let shown: string | undefined;
    const line = {
      element,
      show: (message: string) => {
        if (message !== shown) {
          shown = message;
          link.replaceChildren(
            ...interpolate<Node | string>(t('{0}: {1}'), el('bdi', {}, this.#label(field)), message),
          );
        }
      },
    };
    this.#lines.set(field, line);
    return line;
  }
}

/** "2 answers need a change". */
export function problemsText(count: number): string {
  return count === 1 ? t('1 answer needs a change') : t('{0} answers need a change', formatNumber(count));
}
