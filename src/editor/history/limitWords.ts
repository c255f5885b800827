import { t } from '@vscode/l10n';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { inOneLine } from '#form/text.ts';

const words = (): Readonly<Record<LimitCode, string>> => ({
  requestsPerMinute: t('Too many questions in a minute'),
  maxPending: t('Too many of its questions waited'),
  mostPending: t('Too many of its questions waited, though you had allowed everything'),
  mostUnreadable: t('Too many requests in a minute that could not be read'),
  muted: t('The server was muted'),
  allowed: t('You let it pass'),
  mostFields: t('Too many fields'),
  nameLength: t('The name of a property is too long'),
  mostOptions: t('Too many options'),
  patternLength: t('Patterns that are too long'),
  patternClasses: t('Patterns with too many Unicode classes'),
  messageDepth: t('It is nested too deeply'),
  messageLength: t('The message is too long'),
  schemaLength: t('The schema is too long'),
  urlLength: t('The URL is too long'),
  elicitationIdLength: t('The elicitationId is too long'),
  roundRequests: t('Too many requests at once'),
  roundKeyLength: t('The key of a request is too long'),
  roundLength: t('Its requests are too long in all'),
  roundFields: t('Its forms have too many fields in all'),
  requiredPages: t('Too many pages at once'),
});

/** A code of the record in words; one that is not known, as of a later version, as it is. */
export function limitText(code: string): string {
  return Object.entries(words()).find(([known]) => known === code)?.[1] ?? inOneLine(code);
}
