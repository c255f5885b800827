import { t } from '@vscode/l10n';
import { evaluate, type PatternTest } from '../../form/evaluate.ts';
import { inputsFit } from '../../form/inputs.ts';
import { inNumbers } from '../../form/language.ts';
import type { FieldProblem, FormInputs, FormModel } from '../../form/model.ts';
import { inOneLine } from '../../form/text.ts';
import type { ContentCheck, ContentProblem } from './content.ts';
import type { FormRequest } from './request.ts';

/** What a person entered, ready to be sent, or why it is not. */
export type Answer =
  | { readonly ok: true; readonly content: Record<string, unknown> }
  | { readonly ok: false; readonly summary: string; readonly problems: readonly FieldProblem[] };

/**
 * What was entered, as the content of an accept. The form judges it first, field by field; then the schema itself, whole
 * and as received. Any inputs may be passed; nothing is thrown.
 * Source: MCP specification, client/elicitation, "Response Actions": content matches the requested schema.
 */
export function answer(
  request: Pick<FormRequest, 'form' | 'schema'>,
  inputs: FormInputs,
  test: PatternTest,
  check: ContentCheck,
): Answer {
  if (!inputsFit(request.form, inputs)) {
    return { ok: false, summary: t('What was entered does not belong to this form. Nothing was sent.'), problems: [] };
  }
  const { content, problems } = evaluate(request.form, inputs, test);
  if (problems.length > 0) {
    return { ok: false, summary: countOf(problems), problems };
  }
  const found = check.check(request.schema, content);
  return found.length === 0 ? { ok: true, content } : refused(request.form, found);
}

function refused(form: FormModel, found: readonly ContentProblem[]): Answer {
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
  return fields === 1 ? t('One field needs your attention.') : t('{0} fields need your attention.', inNumbers(fields));
}
