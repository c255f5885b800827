import { t } from '@vscode/l10n';
import { isRecord } from '#form/json.ts';
import { readJson } from '#form/readJson.ts';

/** The reason why a text is not a JSON object, and the position of the error. Lines and columns count from 1. */
interface JsonSyntaxProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The reason why `text` cannot be sent as a JSON object (RFC 8259); `undefined` if it can, or is blank. */
export function jsonSyntaxProblem(text: string): JsonSyntaxProblem | undefined {
  if (text.trim() === '') {
    return undefined;
  }
  const reading = readJson(text);
  if (!reading.ok) {
    return reading;
  }
  return isRecord(reading.value)
    ? undefined
    : { message: t('Arguments are a JSON object: start with {0} and end with {1}', '{', '}'), line: 1, column: 1 };
}
