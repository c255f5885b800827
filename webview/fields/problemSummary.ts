import { t } from '@vscode/l10n';
import { moreFieldsText } from '#form/fieldLabels.ts';
import { formatNumber } from '#form/language.ts';
import type { FieldProblem } from '#form/model.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** The number of fields that the summary names. More are behind one button, so that the summary stays one line. */
const maxNamed = 3;

/**
 * One line about the problems of a form, with a button for each of the first fields. Shown from two problems on, because a
 * single problem is at the field that has the focus.
 */
export class ProblemSummary {
  readonly element: HTMLElement;
  /** Announces the summary. */
  readonly announcer = new Announcer();
  readonly #heading = el('span', { id: 'summary-heading' });
  readonly #list = el('ul');
  readonly #buttons = new Map<number, HTMLElement>();
  readonly #more = el('button', { type: 'button', class: 'link' });
  readonly #label: (field: number) => string;
  readonly #goTo: (field: number) => void;
  #problems: readonly FieldProblem[] = [];
  /** True if the text is another one than the number of problems. */
  #hasOwnText = false;

  /** `label` returns the name of a field, `goTo` focuses the field. */
  constructor(label: (field: number) => string, goTo: (field: number) => void) {
    this.#label = label;
    this.#goTo = goTo;
    this.#more.addEventListener('click', () => {
      const next = this.#problems[maxNamed];
      if (next) {
        goTo(next.field);
      }
    });
    this.element = el(
      'div',
      { class: 'summary', role: 'group', tabindex: -1, 'aria-labelledby': 'summary-heading' },
      icon('error'),
      this.#heading,
      this.#list,
      this.#more,
    );
    this.element.hidden = true;
  }

  /**
   * Shows the problems, or another text, because of which nothing was sent. Moves the focus to the first of the fields, or to
   * the summary if there is none.
   */
  show(problems: readonly FieldProblem[], text = problemsText(problems.length)): void {
    const [first] = problems;
    this.#heading.textContent = text;
    this.#fill(problems);
    this.#hasOwnText = text !== problemsText(problems.length);
    const isAtField = problems.length === 1 && !this.#hasOwnText;
    this.element.hidden = isAtField;
    const before = document.activeElement;
    this.announcer.clear();
    if (first) {
      this.#goTo(first.field);
    } else {
      this.element.focus();
    }
    // A focus that moves is announced with the problem of its field.
    this.announcer.announce(isAtField && document.activeElement !== before ? [] : [text]);
  }

  /** Announces problems of fields that do not have the focus, with the names of the fields. */
  announce(problems: readonly FieldProblem[]): void {
    this.announcer.announce(problems.map(({ field, message }) => t('{0}: {1}', this.#label(field), message)));
  }

  /** Updates the problems of a summary that is shown; hides the summary if there are less than two. Another text stays until the problems change. */
  refresh(problems: readonly FieldProblem[]): void {
    const isUnchanged = JSON.stringify(problems) === JSON.stringify(this.#problems);
    if (this.element.hidden || this.#problems.length === 0 || (this.#hasOwnText && isUnchanged)) {
      return;
    }
    this.#hasOwnText = false;
    this.#heading.textContent = problemsText(problems.length);
    this.#fill(problems);
    this.element.hidden = problems.length < 2;
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Shows exactly these problems. Reuses the buttons of problems that remain, because one of them can have the focus. */
  #fill(problems: readonly FieldProblem[]): void {
    this.#problems = problems;
    const named = problems.slice(0, maxNamed).map(({ field }) => field);
    for (const [field, element] of this.#buttons) {
      if (!named.includes(field)) {
        element.remove();
        this.#buttons.delete(field);
      }
    }
    let next = this.#list.firstElementChild;
    for (const field of named) {
      const element = this.#buttons.get(field) ?? this.#add(field, next);
      next = element.nextElementSibling;
    }
    const moreCount = problems.length - named.length;
    this.#more.hidden = moreCount === 0;
    this.#more.textContent = moreFieldsText(moreCount);
  }

  #add(field: number, before: Element | null): HTMLElement {
    const label = this.#label(field);
    const link = el('button', { type: 'button', class: 'link', title: label }, el('bdi', {}, label));
    link.addEventListener('click', () => this.#goTo(field));
    const element = el('li', {}, link);
    this.#list.insertBefore(element, before);
    this.#buttons.set(field, element);
    return element;
  }
}

/** "Fix 2 answers". */
function problemsText(count: number): string {
  return count === 1 ? t('Fix 1 answer') : t('Fix {0} answers', formatNumber(count));
}
