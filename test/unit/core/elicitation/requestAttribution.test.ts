import assert from 'node:assert/strict';
import { UnattributedRequests } from '#core/elicitation/requestAttribution.ts';

describe('unattributed requests', () => {
  let requests: UnattributedRequests;

  beforeEach(() => {
    requests = new UnattributedRequests();
  });

  it('are lost when the last call in flight has ended, if one of the calls was lost', () => {
    requests.add('first', ['a', 'b']);
    requests.add('second', ['a', 'b']);
    requests.markLost('a');
    assert.deepEqual(requests.removeCall('a'), []);
    assert.deepEqual(requests.removeCall('b'), ['first', 'second']);
  });

  it('are not lost if every call got its response', () => {
    requests.add('question', ['a', 'b']);
    assert.deepEqual([...requests.removeCall('a'), ...requests.removeCall('b')], []);
  });

  it('are not lost if no call was in flight', () => {
    requests.add('question', []);
    requests.markLost('a');
    assert.deepEqual(requests.removeCall('a'), []);
  });

  it('are not lost by a call that was lost before they arrived', () => {
    requests.add('before', ['a', 'b']);
    requests.markLost('a');
    requests.add('after', ['a', 'b']);
    requests.removeCall('a');
    assert.deepEqual(requests.removeCall('b'), ['before']);
  });

  it('depend only on the calls that were in flight at their arrival', () => {
    requests.add('question', ['a', 'b']);
    requests.add('other', ['b', 'c']);
    requests.markLost('c');
    requests.removeCall('a');
    requests.removeCall('b');
    assert.deepEqual(requests.removeCall('c'), ['other']);
  });

  it('are lost together if their remaining calls are the same', () => {
    requests.add('question', ['a', 'b']);
    requests.removeCall('a');
    requests.add('later', ['b']);
    requests.markLost('b');
    assert.deepEqual(requests.removeCall('b'), ['question', 'later']);
  });

  it('are not lost after they were settled', () => {
    requests.add('answered', ['a']);
    requests.add('open', ['a']);
    requests.remove('answered');
    requests.markLost('a');
    assert.deepEqual(requests.removeCall('a'), ['open']);
    requests.remove('open');
    requests.add('new', ['b']);
    requests.markLost('b');
    assert.deepEqual(requests.removeCall('b'), ['new']);
  });
});
