import { readingsOf } from '../guard/sensitive/reading.ts';
import type { SchemaJudge } from './elicitationParams.ts';

/**
 * Loads what the first question would wait for, while a server is starting and nobody waits: ajv, and the vocabulary of
 * secrets. Costs nothing when it is there.
 */
export function prepareForQuestions(judge: SchemaJudge): void {
  judge.schemaProblem({ type: 'object', properties: {} });
  readingsOf('');
}
