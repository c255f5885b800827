import { t } from '@vscode/l10n';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { Checker, ValidationResult } from '#core/validation/checker.ts';
import { fieldNamed, formContent, formSchema } from '#core/validation/formSchema.ts';
import { type ContentProblem, problemsOf, uncheckedText } from '#core/validation/problems.ts';
import type { Evaluation } from '#form/evaluate.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import { formatNumber } from '#form/language.ts';
import type { FieldProblem, FormInputs, FormModel } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import type { FormToValidate } from './answerValidator.ts';

/**
 * What a user entered, ready to be sent, or why it is not. `unchecked`: arguments of a tool whose schema cannot be checked,
 * and why; whoever sends them knows that. Content of an answer to a server is never without its check.
 */
export type ValidatedAnswer =
  | { readonly ok: true; readonly content: Record<string, unknown>; readonly unchecked?: string }
  | { readonly ok: false; readonly summary: string; readonly problems: readonly FieldProblem[] };

/**
 * What was entered, as the content of an accept or as arguments. The form judges it first, field by field; then a schema,
 * as a whole: of a question the one that is written from its form, of a tool its own. Any inputs may be passed; nothing is
 * thrown. `look` evaluates inputs that fit.
 * Source: MCP specification, client/elicitation, "Response Actions": content matches the requested schema.
 */
export function validateAnswer(
  asked: FormToValidate,
  inputs: FormInputs,
  look: (inputs: FormInputs) => Awaitable<Evaluation>,
  checker: Checker,
): Awaitable<ValidatedAnswer> {
  if (!inputsMatchForm(asked.form, inputs)) {
    return { ok: false, summary: t('What was entered does not belong to this form. Nothing was sent.'), problems: [] };
  }
  return whenReady(look(inputs), ({ content, problems }) =>
    problems.length > 0 ? { ok: false, summary: countOf(problems), problems } : checked(asked, content, checker),
  );
}

async function checked(
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
      return refused(form, isTool ? problems : problems.map((problem) => inForm(form, problem)));
    }
    case 'unchecked': {
      const reason = uncheckedText(verdict);
      return isTool
        ? { ok: true, content, unchecked: reason }
        : { ok: false, summary: `${reason} ${t('Nothing was sent.')}`, problems: [] };
    }
  }
}

/** A problem of the written schema under the name of the field. */
function inForm({ fields }: FormModel, { property, message }: ContentProblem): ContentProblem {
  const field = property === undefined ? undefined : fields[fieldNamed(property) ?? -1];
  return field ? { property: field.name, message } : { message };
}

function refused(form: FormModel, found: readonly ContentProblem[]): ValidatedAnswer {
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
