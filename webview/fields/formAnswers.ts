import { evaluate } from '#form/evaluate.ts';
import { isFilledIn } from '#form/inputs/inputTexts.ts';
import type { FieldInput, FieldProblem, FormInputs, FormModel } from '#form/model.ts';

/**
 * The inputs of a form and their problems. Problems are found here and by the extension's core; only the core checks
 * patterns. A problem is shown only if it was revealed, for instance because the user has changed the field.
 */
export class FormAnswers {
  readonly #form: FormModel;
  readonly #inputs: FieldInput[];
  readonly #isMasked: (field: number) => boolean;
  /** The first problem of each field, of those that are found here. */
  #localProblems: Map<number, FieldProblem>;
  /** The problems that the core found in the current inputs. */
  #coreProblems = new Map<number, FieldProblem>();
  readonly #changed = new Set<number>();
  readonly #revealed = new Set<number>();
  #revision = 0;

  /** `isMasked`: true for a field of which no problem may repeat what was typed. */
  constructor(form: FormModel, inputs: FormInputs, isMasked: (field: number) => boolean = () => false) {
    this.#form = form;
    this.#isMasked = isMasked;
    this.#inputs = [...inputs];
    this.#localProblems = firstProblems(evaluate(form, inputs).problems);
  }

  get inputs(): FormInputs {
    return this.#inputs;
  }

  /** The number of changes. A result of the core has the revision of the inputs that were checked. */
  get revision(): number {
    return this.#revision;
  }

  change(field: number, input: FieldInput): void {
    this.#inputs[field] = input;
    this.#revision += 1;
    this.#changed.add(field);
    // The core checked an earlier input of this field. Its problems of other fields stay until the core's next result.
    this.#coreProblems.delete(field);
    this.#evaluateField(field, input);
  }

  /** True if the field has this input, regardless of `touched`. */
  hasInput(field: number, input: FieldInput): boolean {
    return comparableInput(this.#inputs[field]) === comparableInput(input);
  }

  /** Replaces all inputs. No problem is shown until it is revealed again. */
  replaceInputs(inputs: FormInputs): void {
    this.#inputs.splice(0, this.#inputs.length, ...inputs);
    this.#revision += 1;
    this.#coreProblems.clear();
    this.#changed.clear();
    this.#revealed.clear();
    this.#localProblems = firstProblems(evaluate(this.#form, inputs).problems);
  }

  /** True if the field has a value. */
  isFilled(field: number): boolean {
    const input = this.#inputs[field];
    return input !== undefined && isFilledIn(input);
  }

  /** Shows the field's problem from now on, if the user has changed the field. */
  revealChangedProblem(field: number): void {
    if (this.#changed.has(field)) {
      this.#revealed.add(field);
    }
  }

  /** Shows the field's problem from now on. */
  revealProblem(field: number): void {
    this.#revealed.add(field);
  }

  revealAllProblems(): void {
    for (const field of this.#inputs.keys()) {
      this.#revealed.add(field);
    }
  }

  /** Sets the problems that the core found in the inputs of `revision`. Returns false if the inputs have changed since. */
  setCoreProblems(revision: number, problems: readonly FieldProblem[]): boolean {
    if (revision !== this.#revision) {
      return false;
    }
    this.#coreProblems = firstProblems(problems);
    return true;
  }

  /** Sets the problems because of which the core rejected the inputs, and shows all problems. */
  rejectWith(problems: readonly FieldProblem[]): void {
    this.#coreProblems = firstProblems(problems);
    this.revealAllProblems();
  }

  /** The problem of a field, if it is shown. */
  shownProblem(field: number): string | undefined {
    return this.#revealed.has(field) ? this.#problem(field) : undefined;
  }

  /** All problems, shown or not, in the order of the fields. */
  problems(): FieldProblem[] {
    return this.#form.fields.flatMap((_, field) => {
      const message = this.#problem(field);
      return message === undefined ? [] : [{ field, message }];
    });
  }

  /** The problems that are shown, in the order of the fields. */
  shownProblems(): FieldProblem[] {
    return this.problems().filter(({ field }) => this.#revealed.has(field));
  }

  #problem(field: number): string | undefined {
    const found = this.#localProblems.get(field) ?? this.#coreProblems.get(field);
    return this.#isMasked(field) ? (found?.withoutInput ?? found?.message) : found?.message;
  }

  /** Fields do not depend on each other, so only the changed one is evaluated. */
  #evaluateField(index: number, input: FieldInput): void {
    const field = this.#form.fields[index];
    const [problem] = field ? evaluate({ fields: [field] }, [input]).problems : [];
    if (problem) {
      this.#localProblems.set(index, problem);
    } else {
      this.#localProblems.delete(index);
    }
  }
}

/** A key that is equal for inputs that differ at most in `touched`. */
function comparableInput(input: FieldInput | undefined): string | undefined {
  return JSON.stringify(input && { ...input, touched: undefined });
}

function firstProblems(problems: readonly FieldProblem[]): Map<number, FieldProblem> {
  const first = new Map<number, FieldProblem>();
  for (const problem of problems) {
    if (!first.has(problem.field)) {
      first.set(problem.field, problem);
    }
  }
  return first;
}
