import { evaluate } from '#form/evaluate.ts';
import type { FieldInput, FieldProblem, FormInputs, FormModel } from '#form/model.ts';

/**
 * What the person has put into a form, what is wrong with it, and which of that is said. Problems come from here and
 * from the core, which alone judges patterns; they are said only of fields that the person has dealt with.
 */
export class FormAnswers {
  readonly #form: FormModel;
  readonly #inputs: FieldInput[];
  /** First problem of each field, as judged here. */
  #own: Map<number, string>;
  /** What the core says of the inputs as they are. */
  #verdict = new Map<number, string>();
  /** What is wrong with the fields in which something stands that is no input. */
  readonly #misfits = new Map<number, string>();
  readonly #changed = new Set<number>();
  readonly #said = new Set<number>();
  #revision = 0;

  constructor(form: FormModel, inputs: FormInputs) {
    this.#form = form;
    this.#inputs = [...inputs];
    this.#own = firstProblems(evaluate(form, inputs).problems);
  }

  get inputs(): FormInputs {
    return this.#inputs;
  }

  /** Counts the changes; ties a verdict to the inputs it is about. */
  get revision(): number {
    return this.#revision;
  }

  change(field: number, input: FieldInput): void {
    this.#inputs[field] = input;
    this.#revision += 1;
    this.#changed.add(field);
    this.#misfits.delete(field);
    // The core judged other words of this field; what it said of the others stands until it speaks again.
    this.#verdict.delete(field);
    this.#judge(field, input);
  }

  /** What stands in a field is no input, as `problem` says from now on; `undefined`: it is one again. */
  setUnusable(field: number, problem: string | undefined): void {
    if (problem === undefined) {
      this.#misfits.delete(field);
    } else {
      this.#said.add(field);
      this.#misfits.set(field, problem);
    }
  }

  /** True when a field shows this already. */
  hasInput(field: number, input: FieldInput): boolean {
    return !this.#misfits.has(field) && visibleInput(this.#inputs[field]) === visibleInput(input);
  }

  /** Something else stands in the whole form, which nobody has dealt with yet. */
  fill(inputs: FormInputs): void {
    this.#inputs.splice(0, this.#inputs.length, ...inputs);
    this.#revision += 1;
    this.#verdict.clear();
    this.#misfits.clear();
    this.#changed.clear();
    this.#said.clear();
    this.#own = firstProblems(evaluate(this.#form, inputs).problems);
  }

  /** True when something stands in a field, or is chosen. */
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

  /** From now on the field's problem is said, if the person has changed the field. */
  revealChangedProblem(field: number): void {
    if (this.#changed.has(field)) {
      this.#said.add(field);
    }
  }

  /** From now on the field's problem is said, whether the person has changed the field or not. */
  revealProblem(field: number): void {
    this.#said.add(field);
  }

  revealAllProblems(): void {
    for (const field of this.#inputs.keys()) {
      this.#said.add(field);
    }
  }

  /** The core's verdict on revision `revision`. False when that is not what stands here any more. */
  applyChecked(revision: number, problems: readonly FieldProblem[]): boolean {
    if (revision !== this.#revision) {
      return false;
    }
    this.#verdict = firstProblems(problems);
    return true;
  }

  /** The core turned the inputs down: what it found is said. */
  applyRejected(problems: readonly FieldProblem[]): void {
    this.#verdict = firstProblems(problems);
    this.revealAllProblems();
  }

  /** The problem to show at a field. */
  shownProblem(field: number): string | undefined {
    return this.#said.has(field) ? this.#problem(field) : undefined;
  }

  /** Everything that is wrong, said or not, in the order of the fields. */
  problems(): FieldProblem[] {
    return this.#form.fields.flatMap((_, field) => {
      const message = this.#problem(field);
      return message === undefined ? [] : [{ field, message }];
    });
  }

  #problem(field: number): string | undefined {
    return this.#misfits.get(field) ?? this.#own.get(field) ?? this.#verdict.get(field);
  }

  /** Fields do not depend on each other: of five hundred only the one that changed is judged anew. */
  #judge(index: number, input: FieldInput): void {
    const field = this.#form.fields[index];
    const [problem] = field ? evaluate({ fields: [field] }, [input]).problems : [];
    if (problem) {
      this.#own.set(index, problem.message);
    } else {
      this.#own.delete(index);
    }
  }
}

/** All that is seen of an input. */
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
