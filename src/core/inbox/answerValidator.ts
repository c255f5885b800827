import { t } from '@vscode/l10n';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import { sha256 } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { Checker, PatternTask, SchemaError, ValidationResult } from '#core/validation/checker.ts';
import { fieldIndexOf, formContent, formSchema } from '#core/validation/formSchema.ts';
import { type ContentProblem, mismatchesOf, problemsOf, uncheckedText } from '#core/validation/problems.ts';
import { type Evaluation, evaluate, type PatternVerdict } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import { lineOfPath } from '#form/jsonText/walkJson.ts';
import { formatNumber, paragraph } from '#form/language.ts';
import type { FieldProblem, FormInputs, FormModel } from '#form/model.ts';
import { rowOfValue } from '#form/rows.ts';
import { inOneLine } from '#form/text.ts';

/** A form that is filled in. */
export interface FormToValidate {
  readonly form: FormModel;
  /** The id of the server that the form belongs to. */
  readonly owner: string;
  /** The schema of a tool's arguments, which may have more rules than the form. Absent for an elicitation. */
  readonly toolSchema?: unknown;
}

/**
 * Valid content, or the problems of invalid content. `unchecked`: the reason for which the arguments of a tool could not be
 * checked against its schema; they may be sent nevertheless. The content of an elicitation is always checked.
 */
export type ValidatedAnswer =
  | { readonly ok: true; readonly content: Record<string, unknown>; readonly unchecked?: string }
  | { readonly ok: false; readonly summary: string; readonly problems: readonly FieldProblem[] };

/** The result of checking a value against a server's schema. */
export interface SchemaCheck {
  /** The problems as texts for the user; empty for a valid value. */
  readonly problems: readonly string[];
  /** The reason for which the value could not be checked, as a sentence. */
  readonly unchecked?: string;
}

/** The number of cached verdicts on patterns. While the user types, one field changes and the verdicts on the others stay. */
const maxVerdicts = 1000;

/**
 * Validates the user's input against a schema of a server. One instance serves all servers. A result for which no `Checker`
 * is needed is returned synchronously. No method throws or rejects.
 */
export class AnswerValidator {
  readonly #checker: Checker;
  readonly #verdicts = new LruCache<{ readonly verdict: PatternVerdict }>(maxVerdicts);

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** Starts the checker, because a form is about to be filled in. */
  prepare(): void {
    this.#checker.prepare();
  }

  /** Evaluates each field, while the user types. Patterns of the server run in the checker, once for each text. */
  evaluate({ form, owner, toolSchema }: FormToValidate, inputs: FormInputs): Awaitable<Evaluation> {
    const { tasks, evaluation } = withoutPatterns(form, inputs);
    if (tasks.length === 0) {
      return evaluation;
    }
    const evaluateAll = (verdicts: readonly PatternVerdict[]) =>
      // A pattern that could not be run does not prevent a tool call: the whole arguments are checked afterwards.
      evaluateWith(
        form,
        inputs,
        tasks,
        toolSchema === undefined ? verdicts : verdicts.map((verdict) => verdict !== false),
      );
    const unknown = tasks.filter((task) => !this.#verdicts.get(keyOf(owner, task)));
    if (unknown.length === 0) {
      const known = tasks.map((task) => this.#verdicts.get(keyOf(owner, task))?.verdict ?? 'tooSlow');
      return evaluateAll(known);
    }
    return this.#checker.testPatterns(owner, tasks).then((verdicts) => {
      for (const [index, task] of tasks.entries()) {
        const verdict = verdicts[index];
        // A verdict "too slow" is not cached: the pattern may be faster the next time.
        if (verdict !== undefined && verdict !== 'tooSlow') {
          this.#verdicts.set(keyOf(owner, task), { verdict });
        }
      }
      return evaluateAll(verdicts);
    });
  }

  /**
   * Makes the content of an accept, or the arguments of a tool, when the user submits the form. First evaluates each field;
   * then checks the whole content, for an elicitation against the schema that is generated from the form, for a tool against
   * its own schema. `inputs` may be invalid in any way.
   * Source: MCP specification, client/elicitation, "Response Actions": content matches the requested schema.
   */
  validate(form: FormToValidate, inputs: FormInputs): Awaitable<ValidatedAnswer> {
    if (!inputsMatchForm(form.form, inputs)) {
      const summary = t('These answers do not fit this form. Nothing was sent.');
      return { ok: false, summary, problems: [] };
    }
    return whenReady(this.evaluate(form, inputs), ({ content, problems }) =>
      problems.length > 0
        ? { ok: false, summary: problemSummary(problems), problems }
        : checkContent(form, inputs, content, this.#checker),
    );
  }

  /** Checks arguments that the user wrote as JSON against a server's schema. */
  check(owner: string, schema: unknown, value: unknown): Promise<SchemaCheck> {
    return this.#check(owner, schema, value, (errors) =>
      problemsOf(errors).map(({ property, message }) => (property ? `${property}: ${message}` : message)),
    );
  }

  /** Checks a value that a server sent against a schema of that server. */
  checkReceived(owner: string, schema: unknown, value: unknown): Promise<SchemaCheck> {
    return this.#check(owner, schema, value, mismatchesOf);
  }

  async #check(
    owner: string,
    schema: unknown,
    value: unknown,
    textsOf: (errors: readonly SchemaError[]) => readonly string[],
  ): Promise<SchemaCheck> {
    const verdict = await this.#checker.check(owner, schema, value);
    switch (verdict.kind) {
      case 'valid':
        return { problems: [] };
      case 'invalid':
        return { problems: textsOf(verdict.errors) };
      case 'unchecked':
        return { problems: [], unchecked: uncheckedText(verdict) };
    }
  }
}

/** The patterns that the form runs for these inputs, and its evaluation if there are none. */
function withoutPatterns(form: FormModel, inputs: FormInputs): { tasks: PatternTask[]; evaluation: Evaluation } {
  const tasks: PatternTask[] = [];
  const evaluation = evaluate(form, inputs, (pattern, text) => {
    tasks.push({ pattern, text });
    return true;
  });
  return { tasks, evaluation };
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
  formToValidate: FormToValidate,
  inputs: FormInputs,
  content: Record<string, unknown>,
  checker: Checker,
): Promise<ValidatedAnswer> {
  const { form, owner, toolSchema } = formToValidate;
  const isTool = toolSchema !== undefined;
  const verdict: ValidationResult = isTool
    ? await checker.check(owner, toolSchema, content)
    : await checker.check(owner, formSchema(form), formContent(form, content), 'asserted');
  switch (verdict.kind) {
    case 'valid':
      return { ok: true, content };
    case 'invalid': {
      const problems = problemsOf(verdict.errors);
      return refusedAnswer(
        form,
        isTool
          ? problems.map((problem) => inInput(form, inputs, problem))
          : problems.map((problem) => toFieldProblem(form, problem)),
      );
    }
    case 'unchecked': {
      const reason = uncheckedText(verdict);
      return isTool
        ? { ok: true, content, unchecked: reason }
        : { ok: false, summary: paragraph([reason, t('Nothing was sent.')]), problems: [] };
    }
  }
}

/** A problem for the user, with the name of its field. */
type LocatedProblem = Pick<ContentProblem, 'property' | 'message'>;

/** Converts a problem with content of the generated schema: the property's name becomes that of the field. */
function toFieldProblem({ fields }: FormModel, { property, message }: ContentProblem): LocatedProblem {
  const field = property === undefined ? undefined : fields[fieldIndexOf(property) ?? -1];
  return field ? { property: field.name, message } : { message };
}

/** Says where the user entered the value that has a problem: in which line of JSON, in which row, or for which name. */
function inInput({ fields }: FormModel, inputs: FormInputs, problem: ContentProblem): LocatedProblem {
  const { property, path = [], message, text } = problem;
  if (property === undefined) {
    return problem;
  }
  const named = fields.findIndex(({ name }) => name === property);
  const index = named >= 0 ? named : fields.findIndex((field) => field.kind === 'json' && field.rest);
  const field = fields[index];
  const input = inputs[index];
  const [step] = path;
  if (field?.kind === 'list' && input?.kind === 'list' && step !== undefined) {
    const row = rowOfValue(field, input, Number(step));
    return { property, message: row === undefined ? message : t('Row {0}: {1}', formatNumber(row + 1), text) };
  }
  if (field?.kind === 'record' && input?.kind === 'record' && step !== undefined) {
    return { property, message: t('"{0}": {1}', inOneLine(step, 40), text) };
  }
  if (!field || input?.kind !== 'json') {
    return problem;
  }
  const isRest = field.kind === 'json' && field.rest === true;
  const line = lineOfPath(input.text, isRest ? [property, ...path] : path);
  return {
    property: field.name,
    message: t('Line {0}: {1}', formatNumber(line), isRest ? `${property}: ${message}` : message),
  };
}

function refusedAnswer(form: FormModel, contentProblems: readonly LocatedProblem[]): ValidatedAnswer {
  const located = contentProblems.map(({ property, message }) => ({
    field: form.fields.findIndex(({ name }) => name === property),
    property,
    message,
  }));
  const problems = located.filter(({ field }) => field >= 0).map(({ field, message }) => ({ field, message }));
  const others = located
    .filter(({ field }) => field < 0)
    .map(({ property, message }) => (property === undefined ? message : `"${inOneLine(property)}": ${message}`));
  const otherText = others.join(' ');
  return { ok: false, summary: summaryOf(problems, otherText), problems };
}

function summaryOf(problems: readonly FieldProblem[], otherText: string): string {
  if (problems.length === 0) {
    return otherText;
  }
  const summary = problemSummary(problems);
  return otherText === '' ? summary : t('{0}. {1}', summary, otherText);
}

function problemSummary(problems: readonly FieldProblem[]): string {
  const fields = new Set(problems.map(({ field }) => field)).size;
  return fields === 1 ? t('Fix 1 answer') : t('Fix {0} answers', formatNumber(fields));
}
