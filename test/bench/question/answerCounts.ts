import { AssertionError } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fact } from '#test/bench/lib/findings.ts';

/** What became of questions. */
interface AnswerCounts {
  asked: number;
  answered: number;
  /** With the answer to this question and to no other. */
  right: number;
}

export function newAnswerCounts(): AnswerCounts {
  return { asked: 0, answered: 0, right: 0 };
}

/**
 * A way to ask once more, which counts what became of it and never throws.
 * @param ask throws an AssertionError where the answer is another's, and anything else where there is none
 * @param maxMs for all of them together, from now on: what is not answered by then is given up
 */
export function countAnswers(ask: () => Promise<void>, tally: AnswerCounts, maxMs: number): () => Promise<void> {
  const late = delay(maxMs, false, { ref: false });
  return async () => {
    tally.asked += 1;
    try {
      const inTime = await Promise.race([ask().then(() => true), late]);
      tally.answered += inTime ? 1 : 0;
      tally.right += inTime ? 1 : 0;
    } catch (error) {
      tally.answered += error instanceof AssertionError ? 1 : 0;
    }
  };
}

/** @param recorded how many of them were found in the record */
export function countsFinding(what: string, { asked, answered, right }: AnswerCounts, recorded: number): Fact {
  const written = (count: number) => count.toLocaleString('en');
  return {
    kind: 'fact',
    what: `${what}: none is lost, confused or left out of the record`,
    value: `${written(asked)} asked, ${written(answered)} answered, ${written(right)} with the right answer, ${written(recorded)} recorded`,
    reached: [answered, right, recorded].every((count) => count === asked),
  };
}
