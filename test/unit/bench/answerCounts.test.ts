import assert from 'node:assert/strict';
import { countAnswers, countsFinding, newAnswerCounts } from '#test/bench/question/answerCounts.ts';

describe('counts of answers', () => {
  const outcomes: readonly (() => Promise<void>)[] = [
    async () => undefined,
    async () => assert.fail('the answer to another'),
    async () => {
      throw new Error('closed');
    },
    () => new Promise(() => undefined),
  ];

  it('distinguish right, confused, refused and missing answers', async () => {
    const tally = newAnswerCounts();
    for (const outcome of outcomes) await countAnswers(outcome, tally, 100)();
    assert.deepEqual(tally, { asked: 4, answered: 2, right: 1 });
  });

  it('reach the goal only if each request was answered rightly and recorded', () => {
    const allRight = { asked: 2, answered: 2, right: 2 };
    assert.equal(countsFinding('two', allRight, 2).reached, true);
    assert.equal(countsFinding('two', allRight, 1).reached, false);
    assert.equal(countsFinding('two', { ...allRight, right: 1 }, 2).reached, false);
    assert.equal(countsFinding('two', { ...allRight, answered: 1, right: 1 }, 2).reached, false);
    assert.match(countsFinding('two', allRight, 1).value, /^2 asked, 2 answered, 2 with the right answer, 1 recorded$/);
  });
});
