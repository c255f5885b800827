import type { Awaitable } from '#core/common/awaitable.ts';
import { sha256 } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { Checker, PatternTask, SchemaError } from '#core/validation/checker.ts';
import { mismatchesOf, problemsOf, uncheckedText } from '#core/validation/problems.ts';
import { type Evaluation, evaluate, type PatternVerdict } from '#form/evaluate.ts';
import type { FormInputs, FormModel } from '#form/model.ts';
import { type ValidatedAnswer, validateAnswer } from './answering.ts';

/** A form that is filled in. */
export interface FormToValidate {
  readonly form: FormModel;
  /** Whose form it is: the id of the server. */
  readonly owner: string;
  /** The schema of a tool's arguments, which say more than its form. Absent: the form says all that is to be kept. */
  readonly toolSchema?: unknown;
}

/** A value that was checked against a schema of a server. */
export interface SchemaCheck {
  /** In words for the user; none when nothing is wrong. */
  readonly problems: readonly string[];
  /** Why the value could not be checked, in a sentence. */
  readonly unchecked?: string;
}

/** Verdicts on patterns that are kept: of a form, one field changes at a time. */
const mostVerdicts = 1000;

/**
 * Judges what a user entered for a schema of a server. One for all servers. What needs no `Checker` is there at once.
 * Nothing here throws or rejects.
 */
export class AnswerValidator {
  readonly #checker: Checker;
  readonly #verdicts = new LruCache<{ readonly verdict: PatternVerdict }>(mostVerdicts);

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** A form is about to be filled in. */
  prepare(): void {
    this.#checker.prepare();
  }

  /** While typing: the fields as they stand. Patterns of the server are run elsewhere, and only where they were not yet. */
  evaluate({ form, owner, toolSchema }: FormToValidate, inputs: FormInputs): Awaitable<Evaluation> {
    const tasks = patternsIn(form, inputs);
    const evaluated = (verdicts: readonly PatternVerdict[]) =>
      // A tool can be run although a pattern could not be; its schema as a whole is checked after that, and says so.
      evaluateWith(
        form,
        inputs,
        tasks,
        toolSchema === undefined ? verdicts : verdicts.map((verdict) => verdict !== false),
      );
    const unknown = tasks.filter((task) => !this.#verdicts.get(keyOf(owner, task)));
    if (unknown.length === 0) {
      const known = tasks.map((task) => this.#verdicts.get(keyOf(owner, task))?.verdict ?? 'tooSlow');
      return evaluated(known);
    }
    return this.#checker.testPatterns(owner, tasks).then((verdicts) => {
      for (const [index, task] of tasks.entries()) {
        const verdict = verdicts[index];
        // What was too slow may be faster another time.
        if (verdict !== undefined && verdict !== 'tooSlow') {
          this.#verdicts.set(keyOf(owner, task), { verdict });
        }
      }
      return evaluated(verdicts);
    });
  }

  /** On submit: the content that may leave, or why none may. */
  answer(asked: FormToValidate, inputs: FormInputs): Awaitable<ValidatedAnswer> {
    return validateAnswer(asked, inputs, (fitting) => this.evaluate(asked, fitting), this.#checker);
  }

  /** Arguments that the user wrote as JSON. `schema` is a server's. */
  check(owner: string, schema: unknown, value: unknown): Promise<SchemaCheck> {
    return this.#check(owner, schema, value, (errors) =>
      problemsOf(errors).map(({ property, message }) => (property ? `${property}: ${message}` : message)),
    );
  }

  /** What the server itself sent, against a schema of its own. */
  checkReceived(owner: string, schema: unknown, value: unknown): Promise<SchemaCheck> {
    return this.#check(owner, schema, value, mismatchesOf);
  }

  async #check(
    owner: string,
    schema: unknown,
    value: unknown,
    inWords: (errors: readonly SchemaError[]) => readonly string[],
  ): Promise<SchemaCheck> {
    const verdict = await this.#checker.check(owner, schema, value);
    switch (verdict.kind) {
      case 'valid':
        return { problems: [] };
      case 'invalid':
        return { problems: inWords(verdict.errors) };
      case 'unchecked':
        return { problems: [], unchecked: uncheckedText(verdict) };
    }
  }
}

/** What the form would have run of its patterns. */
function patternsIn(form: FormModel, inputs: FormInputs): PatternTask[] {
  const tasks: PatternTask[] = [];
  evaluate(form, inputs, (pattern, text) => {
    tasks.push({ pattern, text });
    return true;
  });
  return tasks;
}

function evaluateWith(
  form: FormModel,
  inputs: FormInputs,
  tasks: readonly PatternTask[],
  verdicts: readonly PatternVerdict[],
): Evaluation {
  const known = new Map(tasks.map(({ pattern, text }, index) => [`${pattern}\n${text}`, verdicts[index]]));
  return evaluate(form, inputs, (pattern, text) => known.get(`${pattern}\n${text}`) ?? 'tooSlow');
}

function keyOf(owner: string, { pattern, text }: PatternTask): string {
  return sha256(JSON.stringify([owner, pattern, text]));
}
