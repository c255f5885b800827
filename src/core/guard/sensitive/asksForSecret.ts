import { sensitiveFields } from './sensitiveFields.ts';

/** HTTP headers with secrets, which `sensitiveFields` does not detect. */
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)(?![\w-])/i;

/** The keywords of a value's schema that may describe a secret. */
export interface FieldTexts {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly pattern?: unknown;
}

/** True if the name of a value, or the keywords of its schema, describe a secret. */
export function asksForSecret(name: string, { title, description, pattern }: FieldTexts = {}): boolean {
  const field = {
    kind: 'text',
    name,
    label: typeof title === 'string' ? title : name,
    required: false,
    ...(typeof description === 'string' && { description }),
    ...(typeof pattern === 'string' && { pattern }),
  } as const;
  return secretHeader.test(name) || sensitiveFields({ fields: [field] }, '').length > 0;
}
