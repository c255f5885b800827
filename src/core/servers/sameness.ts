import { createHash } from 'node:crypto';
import { isRecord } from '../../form/json.ts';
import { inOneLine } from '../../form/text.ts';
import type { Elicitation, FormElicitation } from './elicitationParams.ts';

/** The same for all elicitations that ask a person for the same thing: a page by its address, a form by what is seen of it. */
export function subjectOf(elicitation: Elicitation): string {
  return elicitation.mode === 'url' ? `url ${digest(elicitation.url)}` : `form ${formSubject(elicitation)}`;
}

/** The same for all pages at one address for which the user reads the same message: a consent covers no other words. */
export function pageSubject({ url, message }: { readonly url: string; readonly message: string }): string {
  return digest(JSON.stringify([url, visible(message)]));
}

/** The same for all forms that a person could not tell apart. */
export function formSubject({ message, schema }: Pick<FormElicitation, 'message' | 'schema'>): string {
  return digest(JSON.stringify([visible(message), canonical(schema)]));
}

/** Neither the order of properties nor what cannot be seen makes a difference. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') {
    return visible(value);
  }
  if (Array.isArray(value)) {
    return value.map(canonical);
  }
  if (!isRecord(value)) {
    return value;
  }
  // A list of pairs: a property may be called `__proto__`.
  return Object.entries(value)
    .map(([name, part]) => [visible(name), JSON.stringify(canonical(part))])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
}

function visible(text: string): string {
  const drawn = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return inOneLine(drawn, Number.POSITIVE_INFINITY);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
