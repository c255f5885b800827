import assert from 'node:assert/strict';
import { maskText } from '#core/common/masking.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';

const withheld = '[withheld]';

describe('the answers that the log masks', () => {
  let answers: AnswerMask;
  beforeEach(() => {
    answers = new AnswerMask();
  });

  const isKnown = (answer: string) => maskText(`said ${answer}.`, [answers.maskedValues]) === `said ${withheld}.`;
  /** Logs a value and returns it as logged. */
  const traced = (value: unknown): unknown => {
    const log = new InMemoryLog();
    new ConnectionLog(log, new SecretMask([]), answers).logReceived({ jsonrpc: '2.0', id: 1, result: { value } });
    return JSON.parse(log.lines[0]?.line.slice('<-- '.length) ?? '').result.value;
  };
  const number = (index: number) => `answer <${index}>`;

  it('are the newest 5,000', () => {
    for (let index = 0; index < 5001; index += 1) {
      answers.remember({ name: number(index) });
    }
    assert.deepEqual([isKnown(number(0)), isKnown(number(1)), isKnown(number(5000))], [false, true, true]);
    assert.equal(traced(number(0)), number(0));
    assert.equal(traced(number(1)), withheld);
  });

  it('are the newest again if they are repeated', () => {
    for (let index = 0; index < 5000; index += 1) {
      answers.remember({ name: number(index) });
    }
    answers.remember({ name: number(0) });
    answers.remember({ name: 'one more' });
    assert.deepEqual([isKnown(number(0)), isKnown(number(1)), isKnown('one more')], [true, false, true]);
  });

  it('are limited in total length, except the newest answer, which may have any length', () => {
    const words = (word: string, length: number) =>
      Array.from({ length: length / 10 }, (_, index) => word + String(index).padStart(10 - word.length)).join('');
    const longAnswer = (letter: string) => words(letter, 1_000_000);
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      answers.remember({ note: longAnswer(letter) });
    }
    assert.deepEqual(
      [isKnown(longAnswer('a')), isKnown(longAnswer('b')), isKnown(longAnswer('i'))],
      [false, true, true],
    );
    const longest = words('lo ', 10_000_000);
    answers.remember({ note: longest });
    assert.deepEqual([isKnown(longAnswer('i')), isKnown(longest)], [false, true]);
    answers.remember({ note: 'short' });
    assert.deepEqual([isKnown(longest), isKnown('short')], [false, true]);
  });

  it('include a number and its digits as two answers, each removed separately', () => {
    answers.remember({ year: 1984, text: '1984' });
    assert.deepEqual(traced({ a: 1984, b: '1984', c: 'in 1984' }), { a: withheld, b: withheld, c: withheld });
    answers.remember({ text: '1984' });
    assert.equal(traced(1984), withheld);
  });

  it('include booleans under the newest 1,000 names', () => {
    for (let index = 0; index < 1001; index += 1) {
      answers.remember({ [`flag${index}`]: true });
    }
    assert.deepEqual(traced({ flag0: true, flag1: true, flag1000: false }), {
      flag0: true,
      flag1: withheld,
      flag1000: withheld,
    });
  });
});
