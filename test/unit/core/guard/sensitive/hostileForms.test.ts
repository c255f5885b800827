import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { Field, TextField } from '#form/model.ts';
import { formWith } from './sensitiveForms.ts';

describe('the sensitive fields of any form', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          'your',
          'password',
          'of',
          'the',
          'token',
          '码',
          'пароль',
          ',',
          '.',
          '0tp',
          '\ud800',
          '__proto__',
        ),
        {
          maxLength: 12,
        },
      )
      .map((words) => words.join(' ')),
  );
  const field: fc.Arbitrary<Field> = fc.oneof(
    fc.record({
      kind: fc.constant('text' as const),
      name: text,
      label: text,
      description: text,
      required: fc.boolean(),
      pattern: text,
    }),
    fc.record({
      kind: fc.constant('number' as const),
      name: text,
      label: text,
      required: fc.boolean(),
      integer: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('boolean' as const), name: text, label: text, required: fc.boolean() }),
  );

  it('are text or number fields, each once and in order', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 8 }), text, (fields, message) => {
        const indexes = sensitiveFields({ fields }, message).map(({ field }) => field);
        assert.deepEqual(
          indexes,
          [...new Set(indexes)].sort((a, b) => a - b),
        );
        assert.ok(indexes.every((index) => fields[index]?.kind === 'text' || fields[index]?.kind === 'number'));
      }),
      { numRuns: 500 },
    );
  });

  it('do not depend on the other fields', () => {
    fc.assert(
      fc.property(text, text, (name, other) => {
        const one: TextField = { kind: 'text', name, label: name, required: false };
        const password: TextField = { kind: 'text', name: 'password', label: other || 'x', required: false };
        const alone = sensitiveFields({ fields: [one] }, '')[0]?.kind;
        const besidePassword = sensitiveFields({ fields: [one, password] }, '').find(({ field }) => field === 0)?.kind;
        assert.equal(besidePassword, alone);
      }),
    );
  });
});

describe('the search for sensitive fields', () => {
  /** The shortest CPU time of three runs. In milliseconds. */
  function cpuMsOf(run: () => unknown): number {
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...times);
  }
  const field = (name: string, description?: string): TextField => ({
    kind: 'text',
    name,
    label: name,
    required: false,
    ...(description === undefined ? {} : { description }),
  });
  const repeated = ['code ', 'token of the ', 'enter ', '密码长度', '1', 'aA', '\u200b', '\ufdfa', 'e\u0301', ', '];

  it('takes no longer for a message of 1 MB than for one of 20 kB', () => {
    for (const word of repeated) {
      const form = { fields: [field('x')] };
      const short = word.repeat(20_000 / word.length);
      const long = word.repeat(1_000_000 / word.length);
      const times = [short, long].map((message) => cpuMsOf(() => sensitiveFields(form, message)));
      assert.ok((times[1] ?? 0) < 4 * (times[0] ?? 0) + 20, `${JSON.stringify(word)}: ${times}`);
    }
  });

  it('takes linear time in the number of fields', () => {
    for (const word of repeated) {
      const many = (count: number) => ({
        fields: Array.from({ length: count }, (_, index) => field(word.repeat(100) + index, word.repeat(20_000))),
      });
      const times = [many(100), many(400)].map((form) => cpuMsOf(() => sensitiveFields(form, word.repeat(1000))));
      assert.ok((times[1] ?? 0) < 12 * (times[0] ?? 0) + 40, `${JSON.stringify(word)}: ${times}`);
    }
  }).timeout(60_000);

  it('takes linear time for a message that names a secret in each word', () => {
    const form = formWith({ a: 'A' });
    const cpuMsWithWords = (count: number) => cpuMsOf(() => sensitiveFields(form, 'bearer '.repeat(count)));
    cpuMsWithWords(100);
    const [few, many] = [cpuMsWithWords(550), cpuMsWithWords(2200)];
    assert.ok(many < 8 * few + 40, `${few}, ${many}`);
  });
});
