import assert from 'node:assert/strict';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import { maxNamesLength, maxRemembered, maxTotalLength, rememberedFieldId } from '#core/remembered/rememberedField.ts';
import { maxRememberedLength } from '#form/formLimits.ts';
import { answer, RememberedTestBed } from './rememberedTestBed.ts';

describe('remembered answers', () => {
  let testBed: RememberedTestBed;
  beforeEach(() => {
    testBed = new RememberedTestBed();
  });
  const names = () => [...testBed.remembered.all.values()].map(({ name }) => name);

  it('are available in the next window', () => {
    testBed.remembered.change([answer()], []);
    assert.deepEqual(
      [...new RememberedTestBed(testBed.memory).remembered.all],
      [[rememberedFieldId(answer()), answer()]],
    );
  });

  it('are replaced by newer answers of the same field', () => {
    testBed.remembered.change([answer()], []);
    testBed.remembered.change([answer({ value: 'Bergen', at: 1 })], []);
    assert.deepEqual(
      [...testBed.remembered.all.values()].map(({ value }) => value),
      ['Bergen'],
    );
  });

  it('are distinguished by server, workspace, kind of target, target, name and shape', () => {
    const others = [
      {},
      { server: 'user:other' },
      { workspace: 'here' },
      { workspace: '' },
      { target: undefined },
      { target: { kind: 'prompt', name: 'forecast' } },
      { target: { kind: 'tool', name: 'other' } },
      { name: 'other' },
      { shape: 'other' },
    ];
    assert.equal(new Set(others.map((other) => rememberedFieldId(answer(other)))).size, others.length);
  });

  it('can be forgotten, and restored unless another answer was remembered meanwhile', () => {
    const [city, wind] = [answer(), answer({ name: 'wind' })];
    testBed.remembered.change([city, wind], []);
    testBed.remembered.forget([rememberedFieldId(city), rememberedFieldId(wind)]);
    assert.deepEqual(names(), []);
    assert.equal(testBed.written, '""');
    testBed.remembered.change([answer({ value: 'Bergen', at: 5 })], []);
    testBed.remembered.restore([city, wind]);
    assert.deepEqual(
      [...testBed.remembered.all.values()].map(({ name, value }) => [name, value]),
      [
        ['city', 'Bergen'],
        ['wind', 'Oslo'],
      ],
    );
  });

  it('fire an event when they change', () => {
    let changes = 0;
    testBed.remembered.onDidChange(() => {
      changes += 1;
    });
    testBed.remembered.change([answer()], []);
    testBed.remembered.forget([rememberedFieldId(answer())]);
    assert.equal(changes, 2);
  });

  it('are limited in number to the newest', () => {
    const many = Array.from({ length: maxRemembered }, (_, at) => answer({ name: `n${at}`, at }));
    testBed.remembered.change(many, []);
    assert.equal(names().length, maxRemembered);
    testBed.remembered.change([answer({ name: 'newest', at: maxRemembered })], []);
    assert.equal(names().length, maxRemembered);
    assert.ok(names().includes('newest') && !names().includes('n0') && names().includes('n1'));
  });

  it('are limited in length', () => {
    const longestValue = 'x'.repeat(maxRememberedLength - 2);
    testBed.remembered.change(
      [answer({ value: longestValue }), answer({ name: 'more', value: `${longestValue}x` })],
      [],
    );
    assert.deepEqual(names(), ['city']);
  });

  it('are limited in the length of their names', () => {
    const otherLength = JSON.stringify([
      'weather',
      answer().server,
      undefined,
      { kind: 'tool', name: '' },
      'city',
      'City',
    ]).length;
    const tool = (more: number) => ({ kind: 'tool', name: 't'.repeat(maxNamesLength - otherLength + more) });
    testBed.remembered.change([answer({ target: tool(0) }), answer({ target: tool(1), name: 'more' })], []);
    assert.deepEqual(names(), ['city']);
  });

  it('are limited in total length to the newest', () => {
    const value = 'x'.repeat(maxRememberedLength - 2);
    const many = Array.from({ length: 200 }, (_, at) => answer({ name: `n${at}`, value, at }));
    testBed.remembered.change(many, []);
    const kept = names();
    assert.ok(kept.length > 90 && kept.length < 200 && kept.includes('n199') && !kept.includes('n0'));
    assert.ok(testBed.written.length < maxTotalLength + 1000);
  });

  it('do not include invalid stored values', () => {
    const fields: unknown[] = [
      answer(),
      null,
      'city',
      { ...answer(), name: 7 },
      { ...answer(), value: { deep: true } },
      { ...answer(), value: ['a', null] },
      { ...answer(), value: null },
      { ...answer(), at: -1 },
      { ...answer(), target: 'tool' },
      { ...answer(), workspace: 3 },
      { ...answer(), value: 'x'.repeat(maxRememberedLength) },
    ];
    testBed.memory.set('rememberedAnswers', { format: 1, fields });
    assert.deepEqual([...testBed.remembered.all.values()], [answer()]);
    for (const raw of [undefined, null, 5, [], { format: 2, fields: [answer()] }, { format: 1, fields: {} }]) {
      testBed.memory.set('rememberedAnswers', raw);
      assert.equal(testBed.remembered.all.size, 0);
    }
  });

  describe('that are written late', () => {
    /** A store that makes the changes again of what another window has stored meanwhile, as one in a file does after a failed write. */
    const changesOf = (run: (remembered: RememberedAnswers) => void) => {
      const changes: ((value: unknown) => unknown)[] = [];
      const memory = {
        get: () => undefined,
        set: () => undefined,
        update: (_: string, change: (typeof changes)[0]) => void changes.push(change),
      };
      run(new RememberedAnswers({ memory, clock: { now: () => testBed.now } }));
      return changes;
    };
    const afterwards = (changes: ReturnType<typeof changesOf>) => {
      for (const change of changes) {
        testBed.memory.update('rememberedAnswers', change);
      }
      return [...testBed.remembered.all.values()].map(({ value }) => value);
    };

    it('leave a newer answer of another window, unless it is from the future', () => {
      for (const [at, expected] of [
        [testBed.now + 5, 'Bergen'],
        [testBed.now + 500, 'Oslo'],
      ] as const) {
        const { now } = testBed;
        const changes = changesOf((late) => late.change([answer({ at: now })], []));
        testBed.remembered.change([answer({ value: 'Bergen', at })], []);
        testBed.now += 10;
        assert.deepEqual(afterwards(changes), [expected]);
        testBed.remembered.forget([rememberedFieldId(answer())]);
        testBed.now = now;
      }
    });

    it('forget no answer that another window has remembered since', () => {
      const changes = changesOf((late) =>
        late.forget([rememberedFieldId(answer()), rememberedFieldId(answer({ name: 'wind' }))]),
      );
      testBed.remembered.change([answer({ at: testBed.now + 5 }), answer({ name: 'wind', value: 'calm', at: 1 })], []);
      testBed.now += 10;
      assert.deepEqual(afterwards(changes), ['Oslo']);
    });

    it('are restored and merged without replacing what another window has remembered since', () => {
      const restored = changesOf((late) => late.restore([answer({ at: testBed.now })]));
      const merged = changesOf((late) =>
        late.merge({ format: 1, fields: [answer({ at: testBed.now - 1, value: 'older' })] }),
      );
      testBed.remembered.change([answer({ value: 'Bergen', at: testBed.now })], []);
      assert.deepEqual(afterwards([...restored, ...merged]), ['Bergen']);
    });
  });
});
