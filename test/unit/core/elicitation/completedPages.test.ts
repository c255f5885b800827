import assert from 'node:assert/strict';
import { CompletedPages } from '#core/elicitation/openedPages.ts';

describe('the completion of a page', () => {
  let completions: CompletedPages;
  let done: string[];
  const expect = (id: string, label = id) => completions.expect(id, () => done.push(label));
  beforeEach(() => {
    completions = new CompletedPages();
    done = [];
  });

  it('is reported once to each expectation', () => {
    expect('a', 'first');
    expect('a', 'second');
    completions.complete('a');
    completions.complete('a');
    assert.deepEqual(done, ['first', 'second']);
  });

  it('of an unknown id is ignored', () => {
    expect('a');
    completions.complete('b');
    assert.deepEqual(done, []);
  });

  it('that arrives before its id is expected counts once', () => {
    completions.complete('a');
    expect('a');
    assert.deepEqual(done, ['a']);
    expect('a', 'again');
    assert.deepEqual(done, ['a']);
  });

  it('that is repeated does not count for a later expectation', () => {
    expect('a');
    completions.complete('a');
    completions.complete('a');
    expect('a', 'again');
    assert.deepEqual(done, ['a']);
    completions.complete('a');
    assert.deepEqual(done, ['a', 'again']);
  });

  it('is not reported to a disposed expectation, but to the next one', () => {
    expect('a').dispose();
    completions.complete('a');
    assert.deepEqual(done, []);
    expect('a', 'later');
    assert.deepEqual(done, ['later']);
  });

  it('that arrives before its id is expected is removed if its id is long or many others follow', () => {
    completions.complete('first');
    completions.complete('x'.repeat(2000));
    for (let id = 0; id < 1000; id += 1) {
      completions.complete(`other ${id}`);
    }
    expect('first');
    expect('x'.repeat(2000));
    assert.deepEqual(done, []);
    expect('other 999');
    assert.deepEqual(done, ['other 999']);
  });
});
