import assert from 'node:assert/strict';
import { UnattributedRequests } from '#core/elicitation/unattributedRequests.ts';

describe('requests without a known call', () => {
  let orphans: UnattributedRequests;

  beforeEach(() => {
    orphans = new UnattributedRequests();
  });

  it('are lost when the last of the calls in flight has ended and one of them was lost', () => {
    orphans.asked('first', ['a', 'b']);
    orphans.asked('second', ['a', 'b']);
    orphans.lost('a');
    assert.deepEqual(orphans.ended('a'), []);
    assert.deepEqual(orphans.ended('b'), ['first', 'second']);
  });

  it('are not lost when every call got its response', () => {
    orphans.asked('question', ['a', 'b']);
    assert.deepEqual([...orphans.ended('a'), ...orphans.ended('b')], []);
  });

  it('are not lost when no call was in flight', () => {
    orphans.asked('question', []);
    orphans.lost('a');
    assert.deepEqual(orphans.ended('a'), []);
  });

  it('are not lost by a call that was lost before they arrived', () => {
    orphans.asked('before', ['a', 'b']);
    orphans.lost('a');
    orphans.asked('after', ['a', 'b']);
    orphans.ended('a');
    assert.deepEqual(orphans.ended('b'), ['before']);
  });

  it('are distinguished if as many, but other calls are in flight', () => {
    orphans.asked('question', ['a', 'b']);
    orphans.asked('other', ['b', 'c']);
    orphans.lost('c');
    orphans.ended('a');
    orphans.ended('b');
    assert.deepEqual(orphans.ended('c'), ['other']);
  });

  it('join requests whose remaining calls are the same', () => {
    orphans.asked('question', ['a', 'b']);
    orphans.ended('a');
    orphans.asked('later', ['b']);
    orphans.lost('b');
    assert.deepEqual(orphans.ended('b'), ['question', 'later']);
  });

  it('are not lost once they are settled', () => {
    orphans.asked('answered', ['a']);
    orphans.asked('open', ['a']);
    orphans.settled('answered');
    orphans.lost('a');
    assert.deepEqual(orphans.ended('a'), ['open']);
    orphans.settled('open');
    orphans.asked('new', ['b']);
    orphans.lost('b');
    assert.deepEqual(orphans.ended('b'), ['new']);
  });
});
