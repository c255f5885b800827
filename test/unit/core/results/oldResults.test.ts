import assert from 'node:assert/strict';
import type { Results } from '#core/results/results.ts';
import { endedCall, ResultsTestBed } from './resultsTestBed.ts';

const day = 24 * 3_600_000;

describe('the results of calls that are a day old', () => {
  let testBed: ResultsTestBed;
  let results: Results;
  let start: number;
  beforeEach(async () => {
    testBed = new ResultsTestBed();
    start = testBed.now;
    results = await testBed.openWindow();
    await testBed.add(results, endedCall('a', testBed.now));
  });
  afterEach(() => testBed.end());

  const ids = (of: Results) => of.all.map(({ id }) => id);

  it('are not listed, and are deleted if a second check in a row has found them too old', async () => {
    // The age of a file counts from its writing, shortly after the end of the call.
    testBed.now = Date.now() + day + 1;
    assert.deepEqual([ids(results), ids(await testBed.openWindow())], [[], []]);
    await results.tidy();
    assert.deepEqual([results.has('a'), testBed.files.length], [true, 1]);
    await results.tidy();
    assert.deepEqual([results.has('a'), testBed.files], [false, []]);
  });

  it('stay if only a clock was wrong at a check', async () => {
    const other = await testBed.openWindow('there');
    for (let time = 0; time < 2; time += 1) {
      testBed.now = start + 10 * day;
      await Promise.all([results.tidy(), other.tidy()]);
      testBed.now = start;
      await Promise.all([results.tidy(), other.tidy()]);
    }
    assert.deepEqual([ids(results), ids(await testBed.openWindow())], [['a'], ['a']]);
  });

  it('stay if a result is written while a clock is wrong', async () => {
    testBed.now = start + 10 * day;
    await testBed.add(results, endedCall('b', testBed.now));
    await testBed.add(results, endedCall('c', testBed.now));
    testBed.now = start;
    assert.equal(testBed.files.length, 3);
    assert.ok(ids(await testBed.openWindow()).includes('a'));
  });

  it('are announced as a change when they leave the list, and when they are back', async () => {
    let changes = 0;
    results.onDidChange(() => {
      changes += 1;
    });
    testBed.now = start + 10 * day;
    await results.tidy();
    assert.equal(changes, 1);
    testBed.now = start;
    await results.tidy();
    assert.equal(changes, 2);
    await results.tidy();
    assert.equal(changes, 2);
  });
});
