import assert from 'node:assert/strict';
import { WriteQueue } from '#core/record/writeQueue.ts';

describe('entries that wait to be written', () => {
  const filled = (times: number, content: string) => {
    const queue = new WriteQueue();
    for (let time = 0; time < times; time += 1) {
      queue.add(content);
    }
    return queue;
  };

  it('are at most five thousand; further ones are counted as lost', () => {
    const queue = filled(5000, 'x');
    assert.deepEqual([queue.length, queue.lost], [5000, 0]);
    queue.add('x');
    assert.deepEqual([queue.length, queue.lost], [5000, 1]);
  });

  it('have at most eight million characters; others can be added after some were removed', () => {
    const queue = filled(8, 'x'.repeat(1_000_000));
    assert.deepEqual([queue.length, queue.lost], [8, 0]);
    queue.add('x');
    assert.deepEqual([queue.length, queue.lost], [8, 1]);
    queue.remove(1);
    queue.add('x'.repeat(1_000_000));
    assert.deepEqual([queue.length, queue.lost], [8, 1]);
  });
});
