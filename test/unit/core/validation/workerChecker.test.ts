import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { formContent, formSchema } from '#core/validation/formSchema.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

const file = new URL('../../../../src/core/validation/worker.ts', import.meta.url);
const adultSchema = { type: 'object', properties: { age: { type: 'integer', minimum: 18 } }, required: ['age'] };

/** A chain of 18 definitions with two references each: short, but very long to check. */
const expandingSchema = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 18 }, (_, index) => [
      `d${index}`,
      { anyOf: [1, 2].map((minLength) => ({ minLength, ...(index < 17 ? { $ref: `#/$defs/d${index + 1}` } : {}) })) },
    ]),
  ),
};

/** A schema and a value that take minutes: each of 60,000 objects is compared with each other. */
const slowCheck = [
  { type: 'array', uniqueItems: true },
  Array.from({ length: 60_000 }, (_, index) => ({ index })),
] as const;

describe('the worker checker', () => {
  let checker: WorkerChecker;

  beforeEach(() => {
    checker = new WorkerChecker(file);
  });

  afterEach(() => checker.dispose());

  it('reports violations of the schema', async () => {
    assert.deepEqual(await checker.check('a', adultSchema, { age: 20 }), { kind: 'valid' });
    const verdict = await checker.check('a', adultSchema, { age: 2 });
    assert.deepEqual(verdict.kind === 'invalid' && verdict.errors.map(({ keyword, path }) => [keyword, path]), [
      ['minimum', '/age'],
    ]);
  }).timeout(20_000);

  it('runs patterns, and reports a pattern that is too slow', async () => {
    const tests = [
      { pattern: '^[a-z]+$', text: 'abc' },
      { pattern: '^(k+)+$', text: `${'k'.repeat(50)}!` },
      { pattern: '^[a-z]+$', text: 'ABC' },
      { pattern: '(', text: '' },
    ];
    assert.deepEqual(await checker.testPatterns('a', tests), [true, 'tooSlow', false, 'invalid']);
    assert.deepEqual(await checker.testPatterns('a', []), []);
  }).timeout(20_000);

  it('refuses at once a schema that expands too much', async () => {
    const verdict = await checker.check('a', expandingSchema, 'x');
    assert.deepEqual([verdict.kind, 'why' in verdict && verdict.why], ['unchecked', 'tooCostly']);
  });

  for (const [what, schema] of [
    ['undefined', undefined],
    ['a value that JSON cannot represent', { minimum: 1n }],
  ] as const) {
    it(`reports an unusable schema: ${what}`, async () => {
      const verdict = await checker.check('a', schema, 1);
      assert.deepEqual([verdict.kind, 'why' in verdict && verdict.why], ['unchecked', 'unusable']);
    }).timeout(20_000);
  }

  it('stops a check that takes too long, and continues in another thread', async () => {
    const slow = checker.check('hostile', ...slowCheck);
    const honest = checker.check('honest', adultSchema, { age: 20 });
    assert.deepEqual(await slow, { kind: 'unchecked', why: 'tooCostly' });
    assert.deepEqual(await honest, { kind: 'valid' });
  }).timeout(60_000);

  it('continues after a check that takes too much memory', async () => {
    const value = { list: Array.from({ length: 300_000 }, () => 'x') };
    const needsMemory = checker.check(
      'hostile',
      { properties: { list: { items: { enum: ['y'], minLength: 5 } } } },
      value,
    );
    assert.notEqual((await needsMemory).kind, 'valid');
    assert.deepEqual(await checker.check('honest', adultSchema, { age: 20 }), { kind: 'valid' });
  }).timeout(60_000);

  it('does not check a schema of more than 50,000 values', async () => {
    const schema = (length: number) => ({ enum: Array.from({ length }, (_, index) => index) });
    // The schema and its array count as two values.
    assert.equal((await checker.check('a', schema(49_998), 5)).kind, 'valid');
    assert.equal((await checker.check('a', schema(49_999), 5)).kind, 'unchecked');
  }).timeout(20_000);

  it('stops a check only after it got its time on a busy machine', async () => {
    let usedMs = 0;
    enableMockTimers('setTimeout');
    mock.method(process, 'cpuUsage', (start?: object) => ({ user: start ? usedMs * 1000 : 0, system: 0 }));
    try {
      let kind: string | undefined;
      const checked = checker.check('hostile', ...slowCheck).then((verdict) => {
        kind = verdict.kind;
      });
      usedMs = 1200;
      mock.timers.tick(2000);
      await nextTurn();
      assert.equal(kind, undefined);
      usedMs = 2400;
      mock.timers.tick(2000);
      await checked;
      assert.equal(kind, 'unchecked');
    } finally {
      mock.timers.reset();
      mock.restoreAll();
    }
  });

  describe('with a schema whose checks are quick', () => {
    const ages = [20, 2, 30, 3, 40];
    const kinds = ['valid', 'invalid', 'valid', 'invalid', 'valid'];
    const checkAges = () => ages.map((age) => checker.check('a', adultSchema, { age }));

    beforeEach(async () => {
      // No check takes time by this clock, on any machine.
      mock.method(performance, 'now', () => 0);
      await checker.check('a', adultSchema, { age: 18 });
    });

    afterEach(() => {
      mock.timers.reset();
      mock.restoreAll();
    });

    it('passes waiting checks to the thread together', async () => {
      const post = mock.method(Worker.prototype, 'postMessage');
      const verdicts = await Promise.all(checkAges());
      assert.deepEqual(
        verdicts.map(({ kind }) => kind),
        kinds,
      );
      // The first check finds the thread idle and goes alone.
      assert.equal(post.mock.callCount(), 2);
    });

    it('does not pass large values together', async () => {
      const post = mock.method(Worker.prototype, 'postMessage');
      const large = { age: 20, more: 'x'.repeat(20_000) };
      await Promise.all([1, 2, 3].map(() => checker.check('a', adultSchema, large)));
      assert.equal(post.mock.callCount(), 3);
    });

    it('runs checks that were stopped together again, each alone', async () => {
      enableMockTimers('setTimeout');
      mock.method(process, 'cpuUsage', () => ({ user: 10_000_000, system: 0 }));
      const post = mock.method(Worker.prototype, 'postMessage');
      const [first, ...others] = checkAges();
      await first;
      mock.timers.tick(2000);
      const verdicts = await Promise.all(others);
      assert.deepEqual(
        verdicts.map(({ kind }) => kind),
        kinds.slice(1),
      );
      assert.equal(post.mock.callCount(), 2 + others.length);
    }).timeout(20_000);
  });

  it('has enough memory for the largest form of multiple choices with different rules', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => {
        const items = { type: 'string', minLength: 1, maxLength: index + 1, format: 'email', pattern: '@' };
        return [`p${index}`, { type: 'array', items, minItems: 1, maxItems: index + 2 }];
      }),
    );
    const reading = readRequestedSchema({ type: 'object', properties });
    assert.ok(reading.ok);
    const content = formContent(reading.form, { p100: ['a@b.example'] });
    assert.deepEqual(await checker.check('a', formSchema(reading.form), content), { kind: 'valid' });
  }).timeout(60_000);

  it('resolves waiting tasks when it is disposed', async () => {
    const waiting = [checker.check('a', adultSchema, { age: 1 }), checker.check('a', adultSchema, { age: 2 })];
    checker.dispose();
    for (const verdict of await Promise.all(waiting)) {
      assert.equal(verdict.kind, 'unchecked');
    }
  });

  it('reports values as unchecked if no thread can be started', async () => {
    const broken = new WorkerChecker(new URL('missing.ts', import.meta.url));
    const verdict = await broken.check('a', adultSchema, {});
    assert.equal(verdict.kind, 'unchecked');
    broken.dispose();
  }).timeout(20_000);

  it('queues at most a hundred tasks of one server', async () => {
    const checks = Array.from({ length: 150 }, (_, age) => checker.check('eager', adultSchema, { age }));
    const verdicts = await Promise.all(checks);
    const refused = verdicts.filter((verdict) => verdict.kind === 'unchecked');
    assert.ok(refused.length > 0 && refused.length <= 50, String(refused.length));
  }).timeout(20_000);
});
