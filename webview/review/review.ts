import { t } from '@vscode/l10n';
import { namesOfDuplicateLabels } from '#form/fieldLabels.ts';
import { formatNumber } from '#form/language.ts';
import type { FieldInput, FieldProblem, FormModel } from '#form/model.ts';
import { exactJson, type SentValue } from '#form/sentValues.ts';
import type { FormView } from '#webview/fields/formView.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { PointerPresses } from '#webview/shell/presses/pointerPresses.ts';
import { scrollable, scrollToTopOrStart } from '#webview/shell/scrolling.ts';
import { ReviewList } from './reviewList.ts';
import { ReviewRow } from './reviewRow.ts';

/**
 * The values that would be sent, for each field as text and all as exact JSON. The extension computes them for each
 * revision of the inputs. A field that is edited in the review closes when its new value has been computed.
 */
export class Review {
  readonly element: HTMLElement;
  /** Announces the review. Its element is in the page before the review is shown. */
  readonly announcer = new Announcer();
  readonly #heading: HTMLElement;
  readonly #json = el('pre', { class: 'code-block' });
  readonly #model: FormModel;
  readonly #form: FormView;
  readonly #requestReview: () => void;
  readonly #rows: readonly ReviewRow[];
  readonly #list: ReviewList;
  readonly #presses = new PointerPresses();
  #values: readonly SentValue[] = [];
  /** The revision of the reviewed inputs. */
  #revision = -1;
  /** The fields whose secrets are shown. */
  readonly #revealed = new Set<number>();
  /** The open fields, with their inputs when they were opened. */
  readonly #inputsAtOpen = new Map<number, FieldInput>();
  /** The open fields that close as soon as they have no problem and their values are reviewed. */
  readonly #closing = new Set<number>();

  /** `requestReview` posts the current inputs for a review. */
  constructor(model: FormModel, form: FormView, server: Node, requestReview: () => void) {
    this.#model = model;
    this.#form = form;
    this.#requestReview = requestReview;
    this.#heading = el(
      'h2',
      { tabindex: -1, class: 'review-heading' },
      ...interpolate<Node | string>(t('Review your answers to {0}'), server),
    );
    const names = namesOfDuplicateLabels(model.fields);
    this.#rows = model.fields.map(
      (field, index) =>
        new ReviewRow(
          { ...field, label: form.label(index) },
          { text: field.label, name: names[index] },
          {
            onEdit: () => this.#open(index),
            onDone: () => this.#finishEditing(index),
            onRevert: () => this.#revert(index),
            onEnter: () => this.#closing.delete(index),
            onLeave: () => this.#presses.runAfterPress(() => this.#onRowLeave(index)),
            onShowSecret: (shown) => this.#reveal(index, shown),
          },
        ),
    );
    this.#list = new ReviewList(this.#rows);
    this.element = el(
      'div',
      { class: 'review' },
      this.#heading,
      this.#list.element,
      el(
        'details',
        { class: 'review-json' },
        el('summary', {}, t('Exact JSON')),
        scrollable(this.#json, t('Exact JSON')),
      ),
    );
    this.element.hidden = true;
  }

  /** Shows the values of this revision. Returns true if they differ from those shown before. */
  show(revision: number, values: readonly SentValue[]): boolean {
    const isFirst = this.element.hidden === true;
    const isNew = isFirst || JSON.stringify(values) !== JSON.stringify(this.#values);
    this.element.hidden = false;
    this.#revision = revision;
    this.#values = values;
    this.#draw();
    for (const index of [...this.#closing]) {
      this.#close(index);
    }
    this.#arrange();
    const leftOut = this.#rows.length - values.length;
    if (isNew) {
      this.announcer.announce([
        isFirst ? reviewCountText(values.length, leftOut) : t('The review shows what you changed.'),
      ]);
    }
    return isNew;
  }

  /** Hides the review and moves every field back into the form. */
  hide(): void {
    for (const index of [...this.#inputsAtOpen.keys()]) {
      this.#close(index);
    }
    this.#revealed.clear();
    this.element.hidden = true;
  }

  focus(): void {
    this.#heading.focus();
    scrollToTopOrStart(this.element);
  }

  /** Returns true if the review shows exactly what would be sent. Otherwise closes open fields, or shows their problems. */
  settle(): boolean {
    const open = [...this.#inputsAtOpen.keys()];
    this.#form.flush();
    if (this.#form.revision !== this.#revision || !this.#form.isValid) {
      this.#closeValid(open, true);
      return false;
    }
    for (const index of open) {
      this.#close(index);
    }
    return true;
  }

  /** Closes open fields and restores their inputs. Returns false if none was open. */
  revertOpenFields(): boolean {
    const open = [...this.#inputsAtOpen.keys()];
    for (const index of open) {
      this.#revert(index);
    }
    return open.length > 0;
  }

  /** Opens the fields with problems and shows the problems there. */
  reject(problems: readonly FieldProblem[]): void {
    this.#form.showProblems(problems);
    for (const { field } of problems) {
      this.#closing.delete(field);
      this.#openRow(field);
    }
    const [first] = problems;
    if (first && document.hasFocus()) {
      this.#form.focus(first.field);
    }
  }

  dispose(): void {
    this.#presses.dispose();
  }

  #draw(): void {
    const values = new Map(this.#values.map(({ field, value }) => [field, value]));
    for (const [index, row] of this.#rows.entries()) {
      const isRemembered = this.#form.remark(index)?.isRemembered === true;
      row.show(values.get(index), this.#form.isMasked(index), this.#revealed.has(index), isRemembered);
    }
    this.#json.textContent = exactJson(
      this.#model,
      this.#values,
      (field) => this.#form.isMasked(field) && !this.#revealed.has(field),
    );
  }

  #arrange(): void {
    const answered = new Set(this.#values.map(({ field }) => field));
    this.#list.arrange((index) => answered.has(index));
  }

  #reveal(index: number, shown: boolean): void {
    if (shown) {
      this.#revealed.add(index);
    } else {
      this.#revealed.delete(index);
    }
    this.#draw();
  }

  #open(index: number): void {
    this.#openRow(index);
    this.#form.focus(index);
  }

  /** Moves the field into its row. */
  #openRow(index: number): void {
    const element = this.#form.fieldElement(index);
    const input = this.#form.inputs[index];
    if (element && input && !this.#inputsAtOpen.has(index)) {
      this.#inputsAtOpen.set(index, input);
      const row = this.#rows[index];
      row?.open(element);
      if (row) {
        this.#list.reveal(row);
      }
    }
  }

  #finishEditing(index: number): void {
    this.#form.flush();
    this.#closeValid([index], true);
  }

  /** Closes the row, unless the focus or a press is still in the row, or another window has the focus. */
  #onRowLeave(index: number): void {
    const row = this.#rows[index];
    const { activeElement } = document;
    if (
      !row?.isOpen ||
      !document.hasFocus() ||
      row.element.contains(activeElement) ||
      this.#presses.beganIn(row.element)
    ) {
      return;
    }
    this.#closeValid([index], false);
  }

  /** Closes fields without problems as soon as their values are reviewed. `focusProblem`: focus the first other field. */
  #closeValid(indexes: readonly number[], focusProblem: boolean): void {
    const invalid = indexes.filter((index) => !this.#form.validateField(index));
    for (const index of indexes) {
      if (!invalid.includes(index)) {
        this.#closing.add(index);
      }
    }
    const [first] = invalid;
    if (first !== undefined && focusProblem) {
      this.#form.focus(first);
    }
    if (this.#form.revision === this.#revision) {
      for (const index of [...this.#closing]) {
        this.#close(index);
      }
    } else if (this.#form.isValid) {
      this.#requestReview();
    }
  }

  #revert(index: number): void {
    const inputAtOpen = this.#inputsAtOpen.get(index);
    const changed = inputAtOpen !== undefined && !this.#form.hasInput(index, inputAtOpen);
    if (inputAtOpen && changed) {
      this.#form.fillField(index, inputAtOpen);
      this.#form.flush();
    }
    this.#close(index);
    if (changed && this.#form.isValid) {
      this.#requestReview();
    }
  }

  #close(index: number): void {
    const row = this.#rows[index];
    const hadFocus = row?.element.contains(document.activeElement) ?? false;
    this.#closing.delete(index);
    this.#inputsAtOpen.delete(index);
    this.#form.restoreField(index);
    row?.close();
    if (hadFocus) {
      row?.focusEdit();
    }
    this.#arrange();
  }
}

/** "Review: 3 answers, 1 left out". */
function reviewCountText(answers: number, leftOut: number): string {
  const [answerCount, leftOutCount] = [formatNumber(answers), formatNumber(leftOut)];
  switch (leftOut) {
    case 0:
      return answers === 1 ? t('Review: 1 answer') : t('Review: {0} answers', answerCount);
    case 1:
      return answers === 1 ? t('Review: 1 answer, 1 left out') : t('Review: {0} answers, 1 left out', answerCount);
    default:
      return answers === 1
        ? t('Review: 1 answer, {0} left out', leftOutCount)
        : t('Review: {0} answers, {1} left out', answerCount, leftOutCount);
  }
}
