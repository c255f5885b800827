import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { endedCall, ResultsTestBed } from './resultsTestBed.ts';

describe('the results of calls, while their files cannot be read for a moment', () => {
  let testBed: ResultsTestBed;
  beforeEach(() => {
    testBed = new ResultsTestBed();
  });
  afterEach(() => testBed.end());

  it('stay in the list, and one in memory can be opened', async () => {
    const results = await testBed.openWindow();
    const call = endedCall('a', testBed.now);
    await testBed.add(results, call);
    testBed.failOnce();
    await results.load();
    assert.equal(await results.open('a'), call);
    assert.deepEqual(
      results.all.map(({ id }) => id),
      ['a'],
    );
  });

  it('of another window stay in the list, and can be opened afterwards', async () => {
    const call = endedCall('a', testBed.now);
    await testBed.add(await testBed.openWindow(), call);
    const other = await testBed.openWindow();
    testBed.failOnce();
    await other.load();
    assert.equal(await other.open('a'), undefined);
    assert.deepEqual((await other.open('a'))?.result, call.result);
  });

  it('are opened from memory if the file is damaged', async () => {
    const results = await testBed.openWindow();
    const call = endedCall('a', testBed.now);
    await testBed.add(results, call);
    const [file = ''] = testBed.files;
    writeFileSync(file, 'damaged');
    assert.equal(await results.open('a'), call);
  });

  for (const [what, remove] of [
    ['are cleared', (results: Awaited<ReturnType<ResultsTestBed['openWindow']>>) => results.clear()],
    [
      'are no longer kept',
      (results: Awaited<ReturnType<ResultsTestBed['openWindow']>>) => {
        testBed.keep = false;
        return results.applyKeep();
      },
    ],
  ] as const) {
    it(`and ${what}, are reported as not removed`, async () => {
      const results = await testBed.openWindow();
      await testBed.add(results, endedCall('a', testBed.now));
      testBed.failOnce();
      await remove(results);
      assert.deepEqual([testBed.files.length, testBed.failures.length], [1, 1]);
    });
  }
});
