import { LruCache } from '#core/common/lruCache.ts';
import { isSensitiveField } from './sensitiveFields.ts';

/** HTTP headers with secrets, which `isSensitiveField` does not detect. */
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)(?![\w-])/i;

/** The keywords of a value's schema that may describe a secret. */
export interface FieldTexts {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly pattern?: unknown;
}

/** The longest name whose verdict is kept, in UTF-16 code units, and the number of kept verdicts. */
const maxKeptLength = 100;
const verdicts = new LruCache<boolean>(1000);

/** True if the name of a property is that of a secret. The verdicts on the newest names are kept, because calls repeat them. */
export function nameAsksForSecret(name: string): boolean {
  const isSecret = verdicts.get(name) ?? asksForSecret(name);
  if (name.length <= maxKeptLength) {
    verdicts.set(name, isSecret);
  }
  return isSecret;
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
  return secretHeader.test(name) || isSensitiveField(field);
}
