import assert from 'node:assert/strict';
import { UnwrittenChanges } from '#core/remembered/unwrittenChanges.ts';

describe('changes that are not written', () => {
  const append = (item: string) => (list: unknown) => [...(list as string[]), item];

  it('are made of each stored value, and give the same object for the same one', () => {
    const changes = new UnwrittenChanges();
    const [first, second] = [['a'], ['b']];
    changes.add(append('x'), first);
    changes.add(append('y'), first);
    assert.deepEqual(changes.applyTo(first), ['a', 'x', 'y']);
    assert.equal(changes.applyTo(first), changes.applyTo(first));
    assert.deepEqual(changes.applyTo(second), ['b', 'x', 'y']);
  });

  it('are the last 500', () => {
    const changes = new UnwrittenChanges();
    const stored: readonly string[] = [];
    for (let count = 0; count <= 500; count += 1) {
      changes.add(append(`${count}`), stored);
    }
    const changed = changes.applyTo(stored) as string[];
    assert.deepEqual([changed.length, changed[0]], [500, '1']);
  });

  it('do not include one that throws', () => {
    const changes = new UnwrittenChanges();
    const fail = () => {
      throw new TypeError('No list.');
    };
    assert.throws(() => changes.add(fail, []), TypeError);
    assert.deepEqual(changes.applyTo(['a']), ['a']);
  });
});
