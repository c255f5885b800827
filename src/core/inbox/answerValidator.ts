import { t } from '@vscode/l10n';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { sha256 } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { Checker, PatternTask, SchemaError, ValidationResult } from '#core/validation/checker.ts';
import { fieldNamed, formContent, formSchema } from '#core/validation/formSchema.ts';
import { type ContentProblem, mismatchesOf, problemsOf, uncheckedText } from '#core/validation/problems.ts';
import { type Evaluation, evaluate, type PatternVerdict } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import { formatNumber } from '#form/language.ts';
import type { FieldProblem, FormInputs, FormModel } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';

/** A form that is filled in. */
export interface FormToValidate {
  readonly form: FormModel;
  /** The id of the server that the form belongs to. */
  readonly owner: string;
  /** The schema of a tool's arguments, which has more rules than its form. Absent: the form has all rules. */
  readonly toolSchema?: unknown;
}

/**
 * Content that may be sent, or why there is none. `unchecked`: why the arguments of a tool could not be checked against its
 * schema; they may be sent all the same. The content of an answer to an elicitation is always checked.
 */
export type ValidatedAnswer =
  | { readonly ok: true; readonly content: Record<string, unknown>; readonly unchecked?: string }
  | { readonly ok: false; readonly summary: string; readonly problems: readonly FieldProblem[] };

/** The result of checking a value against a server's schema. */
export interface SchemaCheck {
  /** Texts for the user; empty for a valid value. */
  readonly problems: readonly string[];
  /** Why the value could not be checked, in a sentence. */
  readonly unchecked?: string;
}

/** Cached verdicts on patterns: one field of a form changes at a time. */
const maxVerdicts = 1000;

/**
 * Validates what the user entered against a schema of a server. One instance serves all servers. Results that need no
 * `Checker` are returned at once. Nothing here throws or rejects.
 */
export class AnswerValidator {
  readonly #checker: Checker;
  readonly #verdicts = new LruCache<{ readonly verdict: PatternVerdict }>(maxVerdicts);

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** A form is about to be filled in: starts the checker. */
  prepare(): void {
    this.#checker.prepare();
  }

  /** While typing: evaluates each field. Patterns of the server run in the checker, once for each text. */
  evaluate({ form, owner, toolSchema }: FormToValidate, inputs: FormInputs): Awaitable<Evaluation> {
    const tasks = patternsIn(form, inputs);
    const evaluated = (verdicts: readonly PatternVerdict[]) =>
      // A pattern that could not be run does not hinder a tool call: the schema as a whole is checked after that.
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
        // A pattern that was too slow may be faster the next time.
        if (verdict !== undefined && verdict !== 'tooSlow') {
          this.#verdicts.set(keyOf(owner, task), { verdict });
        }
      }
      return evaluated(verdicts);
    });
  }

  /**
   * On submit: the content of an accept, or the arguments of a tool. The form evaluates each field first; then the whole is
   * checked against a schema: of an elicitation the one that is written from its form, of a tool its own. Takes any inputs.
   * Source: MCP specification, client/elicitation, "Response Actions": content matches the requested schema.
   */
  answer(answered: FormToValidate, inputs: FormInputs): Awaitable<ValidatedAnswer> {
    if (!inputsMatchForm(answered.form, inputs)) {
      const summary = t('What was entered does not belong to this form. Nothing was sent.');
      return { ok: false, summary, problems: [] };
    }
    return whenReady(this.evaluate(answered, inputs), ({ content, problems }) =>
      problems.length > 0
        ? { ok: false, summary: countOf(problems), problems }
        : checkContent(answered, content, this.#checker),
    );
  }

  /** Checks arguments that the user wrote as JSON against a server's schema. */
  check(owner: string, schema: unknown, value: unknown): Promise<SchemaCheck> {
    return this.#check(owner, schema, value, (errors) =>
      problemsOf(errors).map(({ property, message }) => (property ? `${property}: ${message}` : message)),
    );
  }

  /** Checks what a server sent against a schema of that server. */
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

/** The patterns that the form runs for these inputs. */
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

async function checkContent(
  asked: FormToValidate,
  content: Record<string, unknown>,
  checker: Checker,
): Promise<ValidatedAnswer> {
  const { form, owner, toolSchema } = asked;
  const isTool = toolSchema !== undefined;
  const verdict: ValidationResult = isTool
    ? await checker.check(owner, toolSchema, content)
    : await checker.check(owner, formSchema(form), formContent(form, content), 'asserted');
  switch (verdict.kind) {
    case 'valid':
      return { ok: true, content };
    case 'invalid': {
      const problems = problemsOf(verdict.errors);
      return refusedAnswer(form, isTool ? problems : problems.map((problem) => inForm(form, problem)));
    }
    case 'unchecked': {
      const reason = uncheckedText(verdict);
      return isTool
        ? { ok: true, content, unchecked: reason }
        : { ok: false, summary: `${reason} ${t('Nothing was sent.')}`, problems: [] };
    }
  }
}

/** A problem of the schema that is written from the form, under the name of the field. */
function inForm({ fields }: FormModel, { property, message }: ContentProblem): ContentProblem {
  const field = property === undefined ? undefined : fields[fieldNamed(property) ?? -1];
  return field ? { property: field.name, message } : { message };
}

function refusedAnswer(form: FormModel, found: readonly ContentProblem[]): ValidatedAnswer {
  const located = found.map(({ property, message }) => ({
    field: form.fields.findIndex(({ name }) => name === property),
    property,
    message,
  }));
  const problems = located.filter(({ field }) => field >= 0).map(({ field, message }) => ({ field, message }));
  const others = located
    .filter(({ field }) => field < 0)
    .map(({ property, message }) => (property === undefined ? message : `"${inOneLine(property)}": ${message}`));
  return { ok: false, summary: [...(problems.length > 0 ? [countOf(problems)] : []), ...others].join(' '), problems };
}

function countOf(problems: readonly FieldProblem[]): string {
  const fields = new Set(problems.map(({ field }) => field)).size;
  return fields === 1
    ? t('One field needs your attention.')
    : t('{0} fields need your attention.', formatNumber(fields));
}
