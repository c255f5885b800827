import assert from 'node:assert/strict';
import { UnattributedRequests } from '#core/elicitation/requestAttribution.ts';

describe('requests without a known call', () => {
  let orphans: UnattributedRequests;

  beforeEach(() => {
    orphans = new UnattributedRequests();
  });

  it('are lost when the last of the calls in flight has ended and one of them was lost', () => {
    orphans.add('first', ['a', 'b']);
    orphans.add('second', ['a', 'b']);
    orphans.markLost('a');
    assert.deepEqual(orphans.removeCall('a'), []);
    assert.deepEqual(orphans.removeCall('b'), ['first', 'second']);
  });

  it('are not lost when every call got its response', () => {
    orphans.add('question', ['a', 'b']);
    assert.deepEqual([...orphans.removeCall('a'), ...orphans.removeCall('b')], []);
  });

  it('are not lost when no call was in flight', () => {
    orphans.add('question', []);
    orphans.markLost('a');
    assert.deepEqual(orphans.removeCall('a'), []);
  });

  it('are not lost by a call that was lost before they arrived', () => {
    orphans.add('before', ['a', 'b']);
    orphans.markLost('a');
    orphans.add('after', ['a', 'b']);
    orphans.removeCall('a');
    assert.deepEqual(orphans.removeCall('b'), ['before']);
  });

  it('are distinguished if as many, but other calls are in flight', () => {
    orphans.add('question', ['a', 'b']);
    orphans.add('other', ['b', 'c']);
    orphans.markLost('c');
    orphans.removeCall('a');
    orphans.removeCall('b');
    assert.deepEqual(orphans.removeCall('c'), ['other']);
  });

  it('join requests whose remaining calls are the same', () => {
    orphans.add('question', ['a', 'b']);
    orphans.removeCall('a');
    orphans.add('later', ['b']);
    orphans.markLost('b');
    assert.deepEqual(orphans.removeCall('b'), ['question', 'later']);
  });

  it('are not lost once they are settled', () => {
    orphans.add('answered', ['a']);
    orphans.add('open', ['a']);
    orphans.remove('answered');
    orphans.markLost('a');
    assert.deepEqual(orphans.removeCall('a'), ['open']);
    orphans.remove('open');
    orphans.add('new', ['b']);
    orphans.markLost('b');
    assert.deepEqual(orphans.removeCall('b'), ['new']);
  });
});
