import { parsedTextsOf } from '#core/guard/sensitive/parsedText.ts';

/**
 * Makes what the first question would wait for, while a server is starting and nobody waits: the vocabulary of secrets.
 * Costs nothing when it is there.
 */
export function prepareForQuestions(): void {
  parsedTextsOf('');
}
