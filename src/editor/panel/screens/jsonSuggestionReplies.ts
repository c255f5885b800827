import { isRecord } from '#form/json.ts';
import type { Field } from '#form/model.ts';
import { jsonSuggestions } from '#form/schema/jsonSuggestions.ts';
import { stepInto } from '#form/schema/schemaBranches.ts';
import type { Reply } from './editedForm.ts';
import type { ScreenMessage } from './panelScreen.ts';

/**
 * Replies with suggestions for the JSON of a field from the schema of the tool. `field`: `undefined` for the arguments as a whole,
 * and for no field of the form.
 */
export function suggestJson(
  screen: string,
  schema: unknown,
  field: Field | undefined,
  { field: index, revision, text, offset }: Extract<ScreenMessage, { type: 'suggestJson' }>,
  reply: Reply,
): void {
  if (!isRecord(schema)) {
    return;
  }
  const isWhole = field === undefined || (field.kind === 'json' && field.rest === true);
  const schemas = isWhole ? [schema] : stepInto([schema], field.name);
  const { from, to, items } = jsonSuggestions(schemas, schema, text, Math.min(offset, text.length));
  reply({ type: 'jsonSuggestions', screen, field: index, revision, from, to, items: [...items] });
}
