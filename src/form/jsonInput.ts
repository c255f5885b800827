import { t } from '@vscode/l10n';
import { maxTextLength } from './formLimits.ts';
import { indentedJson, isRecord } from './json.ts';
import { formatNumber } from './language.ts';
import type { Field, JsonField, JsonInput } from './model.ts';
import { jsonProblemText, readJson } from './readJson.ts';
import { leftOut, problem, type Verdict } from './verdict.ts';

/** The input of an untouched box: its default, or its required keys if it is required. */
export function initialJson(field: JsonField): JsonInput {
  return { kind: 'json', text: field.default ?? (field.required ? templateText(field) : ''), touched: false };
}

/** The text with the required keys of a box; empty if there are none. An array begins with one element. */
export function templateText({ template = '', accepts }: JsonField): string {
  return accepts === 'array' && template !== '' ? `[\n${template.replace(/^/gm, '  ')}\n]` : template;
}

/** The input of a box, or of a field as JSON, with this value. */
export function jsonFromValue(value: unknown): JsonInput {
  return { kind: 'json', text: indentedJson(value) ?? '', touched: true };
}

/** Evaluates JSON that was typed into a box, or for a field that cannot represent it. */
export function evaluateJson(field: Field, { text, touched }: JsonInput): Verdict {
  if (text.length > maxTextLength) {
    const most = formatNumber(maxTextLength);
    return problem(t('This is too long, and is not kept: at most {0} characters can be sent.', most));
  }
  if (text.trim() === '') {
    return field.required ? problem(t('Enter JSON.')) : leftOut;
  }
  const reading = readJson(text);
  if (!reading.ok) {
    return problem(jsonProblemText(reading));
  }
  if (field.kind !== 'json') {
    return { kind: 'value', value: reading.value };
  }
  if (!touched && field.default === undefined && !field.isTemplateComplete) {
    return problem(t('Fill in the values.'));
  }
  return shapeProblem(field, reading.value) ?? { kind: 'value', value: reading.value };
}

function shapeProblem({ accepts, nullable }: JsonField, value: unknown): Verdict | undefined {
  if (value === null && nullable) {
    return undefined;
  }
  if (accepts === 'object' && !isRecord(value)) {
    return problem(t('Enter an object: begin with {0} and end with {1}', '{', '}'));
  }
  return accepts === 'array' && !Array.isArray(value)
    ? problem(t('Enter a list: begin with {0} and end with {1}', '[', ']'))
    : undefined;
}
