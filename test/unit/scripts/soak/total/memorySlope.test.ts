import assert from 'node:assert/strict';
import { memorySlope } from '#scripts/soak/total/memorySlope.ts';

/** Samples of every minute of ten. */
const line = (mb: number, perHour: number) =>
  Array.from({ length: 10 }, (_, minute) => [minute * 60, mb + (perHour * minute) / 60] as const);

describe('the slope of memory', () => {
  const rounded = (series: Parameters<typeof memorySlope>[0]) => {
    const { mbPerHour, standardError, ...counts } = memorySlope(series) ?? assert.fail();
    const two = (number: number) => Math.round(number * 100) / 100;
    return { mbPerHour: two(mbPerHour), standardError: standardError && two(standardError), ...counts };
  };

  it('is that of one process, without an error', () => {
    const expected = { mbPerHour: 6, standardError: undefined, processes: 1, samples: 10 };
    assert.deepEqual(rounded([line(50, 6)]), expected);
  });

  it('does not count how large the processes are', () => {
    const found = rounded([line(50, 6), line(90, 6), line(20, 6)]);
    assert.deepEqual(found, { mbPerHour: 6, standardError: 0, processes: 3, samples: 30 });
  });

  it('lies between those of the processes, with an error by how much they differ', () => {
    const found = rounded([line(50, 6), line(50, 2)]);
    assert.deepEqual(found, { mbPerHour: 4, standardError: 2, processes: 2, samples: 20 });
  });

  it('is unknown without samples of different times', () => {
    assert.equal(memorySlope([[], [[0, 5]]]), undefined);
  });
});
