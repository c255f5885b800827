import { matchesOneText } from '#form/literalPattern.ts';
import type { Field } from '#form/model.ts';

/**
 * True if the server accepts only one value in the field, such as "Type DELETE to go ahead": filling it in confirms this call, which
 * an earlier answer must not do.
 */
export function acceptsOneValue(field: Field): boolean {
  switch (field.kind) {
    case 'text':
      return field.pattern !== undefined && matchesOneText(field.pattern);
    case 'number':
      return field.minimum !== undefined && field.minimum === field.maximum;
    case 'boolean':
      return field.onlyValue !== undefined;
    case 'choice':
    case 'multiChoice':
      return field.options.length === 1;
    case 'list':
    case 'record':
    case 'json':
      return false;
  }
}
