import { AssertionError } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fact } from '#test/bench/lib/findings.ts';

/** The numbers of requests, of answers, and of right answers. */
interface AnswerCounts {
  asked: number;
  answered: number;
  /** Requests with their own answer, not that of another request. */
  right: number;
}

export function newAnswerCounts(): AnswerCounts {
  return { asked: 0, answered: 0, right: 0 };
}

/**
 * Returns a function that sends one request and counts the result. It never throws.
 * @param ask sends a request; throws an AssertionError if the answer is that of another request, another error if there is none
 * @param maxMs the time limit for all requests together, from this call on
 */
export function countAnswers(ask: () => Promise<void>, counts: AnswerCounts, maxMs: number): () => Promise<void> {
  const late = delay(maxMs, false, { ref: false });
  return async () => {
    counts.asked += 1;
    try {
      const inTime = await Promise.race([ask().then(() => true), late]);
      counts.answered += inTime ? 1 : 0;
      counts.right += inTime ? 1 : 0;
    } catch (error) {
      counts.answered += error instanceof AssertionError ? 1 : 0;
    }
  };
}

/** @param recorded the number of these requests in the record */
export function countsFinding(what: string, { asked, answered, right }: AnswerCounts, recorded: number): Fact {
  const written = (count: number) => count.toLocaleString('en');
  return {
    kind: 'fact',
    what: `${what}: none is lost, confused or left out of the record`,
    value: `${written(asked)} asked, ${written(answered)} answered, ${written(right)} with the right answer, ${written(recorded)} recorded`,
    reached: [answered, right, recorded].every((count) => count === asked),
  };
}
