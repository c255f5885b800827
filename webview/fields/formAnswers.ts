import { evaluate } from '#form/evaluate.ts';
import type { FieldInput, FieldProblem, FormInputs, FormModel } from '#form/model.ts';

/**
 * The inputs of a form and their problems. Problems are found here and by the core, which alone checks patterns. They
 * are shown only for fields that the user has dealt with.
 */
export class FormAnswers {
  readonly #form: FormModel;
  readonly #inputs: FieldInput[];
  /** The first problem of each field, found here. */
  #ownProblems: Map<number, string>;
  /** The problems that the core found in the current inputs. */
  #coreProblems = new Map<number, string>();
  /** The reasons of fields whose content is no input. */
  readonly #unusable = new Map<number, string>();
  readonly #changed = new Set<number>();
  readonly #revealed = new Set<number>();
  #revision = 0;

  constructor(form: FormModel, inputs: FormInputs) {
    this.#form = form;
    this.#inputs = [...inputs];
    this.#ownProblems = firstProblems(evaluate(form, inputs).problems);
  }

  get inputs(): FormInputs {
    return this.#inputs;
  }

  /** Counts the changes, to match a result of the core with its inputs. */
  get revision(): number {
    return this.#revision;
  }

  change(field: number, input: FieldInput): void {
    this.#inputs[field] = input;
    this.#revision += 1;
    this.#changed.add(field);
    this.#unusable.delete(field);
    // The core checked an earlier input of this field. Its problems of other fields stay until its next result.
    this.#coreProblems.delete(field);
    this.#evaluateField(field, input);
  }

  /** Sets why the content of a field is no input; `undefined`: it is one again. */
  setUnusable(field: number, problem: string | undefined): void {
    if (problem === undefined) {
      this.#unusable.delete(field);
    } else {
      this.#revealed.add(field);
      this.#unusable.set(field, problem);
    }
  }

  /** True if the field shows this input. */
  hasInput(field: number, input: FieldInput): boolean {
    return !this.#unusable.has(field) && visibleInput(this.#inputs[field]) === visibleInput(input);
  }

  /** Replaces all inputs. No problem is shown until the user deals with a field. */
  fill(inputs: FormInputs): void {
    this.#inputs.splice(0, this.#inputs.length, ...inputs);
    this.#revision += 1;
    this.#coreProblems.clear();
    this.#unusable.clear();
    this.#changed.clear();
    this.#revealed.clear();
    this.#ownProblems = firstProblems(evaluate(this.#form, inputs).problems);
  }

  /** True if the field has a value. */
  isFilled(field: number): boolean {
    const input = this.#inputs[field];
    switch (input?.kind) {
      case 'text':
        return input.text !== '';
      case 'boolean':
        return input.value !== null;
      case 'choice':
        return input.selected !== null;
      case 'multiChoice':
        return input.selected.length > 0;
      case undefined:
        return false;
    }
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

  /** Applies the core's problems in the inputs of `revision`. Returns false if the inputs have changed since. */
  applyChecked(revision: number, problems: readonly FieldProblem[]): boolean {
    if (revision !== this.#revision) {
      return false;
    }
    this.#coreProblems = firstProblems(problems);
    return true;
  }

  /** Applies the core's problems after a rejection, and shows all problems. */
  applyRejected(problems: readonly FieldProblem[]): void {
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

  #problem(field: number): string | undefined {
    return this.#unusable.get(field) ?? this.#ownProblems.get(field) ?? this.#coreProblems.get(field);
  }

  /** Fields do not depend on each other, so only the changed one is evaluated. */
  #evaluateField(index: number, input: FieldInput): void {
    const field = this.#form.fields[index];
    const [problem] = field ? evaluate({ fields: [field] }, [input]).problems : [];
    if (problem) {
      this.#ownProblems.set(index, problem.message);
    } else {
      this.#ownProblems.delete(index);
    }
  }
}

/** The visible part of an input. */
function visibleInput(input: FieldInput | undefined): string | undefined {
  return JSON.stringify(input && { ...input, touched: undefined });
}

function firstProblems(problems: readonly FieldProblem[]): Map<number, string> {
  const first = new Map<number, string>();
  for (const { field, message } of problems) {
    if (!first.has(field)) {
      first.set(field, message);
    }
  }
  return first;
}
