import type { RowProblem } from '#form/rows.ts';
import type { FieldChrome, FieldContext } from '#webview/fields/fieldChrome.ts';

/** The problems of the rows of a field: those that make rows unusable, and the marks of invalid rows. */
export class RowsProblems {
  readonly #context: Pick<FieldContext, 'onUnusable'>;
  /** The rows whose text names no option, with the reasons. */
  readonly #unusable = new Map<object, string>();

  constructor(context: Pick<FieldContext, 'onUnusable'>) {
    this.#context = context;
  }

  setUnusable(row: object, problem: string | undefined): void {
    if (problem === undefined) {
      this.#unusable.delete(row);
    } else {
      this.#unusable.set(row, problem);
    }
    this.#report();
  }

  /** Reports the problems again after a change of the field, with which the form forgets them. */
  reportAgain(): void {
    if (this.#unusable.size > 0) {
      this.#report();
    }
  }

  /** Forgets the problems of rows that were removed. */
  keepOnly(isThere: (row: object) => boolean): void {
    const gone = [...this.#unusable.keys()].filter((row) => !isThere(row));
    for (const row of gone) {
      this.#unusable.delete(row);
    }
    if (gone.length > 0) {
      this.#report();
    }
  }

  /** The first row with a problem, or the first row. */
  first(problems: readonly RowProblem[]): number {
    return problems.find(({ row }) => row !== undefined)?.row ?? 0;
  }

  /** Shows or removes the problem of the field. Marks the controls of `rows` as invalid, or all controls if no row is known. */
  show(
    chrome: FieldChrome,
    message: string | undefined,
    editor: { controls(row?: number): readonly HTMLElement[] },
    rows: readonly number[],
  ): void {
    const all = editor.controls();
    chrome.showProblem(message, all);
    const invalid = rows.length > 0 ? rows.flatMap((row) => [...editor.controls(row)]) : all;
    for (const control of all.filter((one) => !invalid.includes(one))) {
      control.ariaInvalid = 'false';
    }
  }

  #report(): void {
    this.#context.onUnusable([...this.#unusable.values()][0]);
  }
}
