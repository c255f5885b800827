import assert from 'node:assert/strict';
import { DraftsTestBed, inMemoryDrafts, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('the clearing of all drafts', () => {
  it('resolves to the number of drafts that could not be deleted', async () => {
    const testBed = inMemoryDrafts();
    testBed.type('Os');
    testBed.type('x', { server: 'user:other' });
    await testBed.drafts.flush();
    testBed.files.deletionError = new Error('EPERM');
    assert.equal(await testBed.drafts.clear(), 2);
    assert.deepEqual(testBed.failures, []);
    testBed.files.deletionError = undefined;
    assert.equal(await testBed.drafts.clear(), 0);
    assert.equal(testBed.files.texts.size, 0);
  });

  it('removes a draft that is being written, and keeps a draft that is typed after the clearing', async () => {
    const testBed = inMemoryDrafts();
    testBed.type('Os');
    void testBed.drafts.flush();
    const clearing = testBed.drafts.clear();
    testBed.now += 1;
    testBed.type('x', { server: 'user:other' });
    await clearing;
    await testBed.drafts.flush();
    assert.deepEqual([testBed.readOfferedText(), testBed.readOfferedText({ server: 'user:other' })], [undefined, 'x']);
    assert.equal(testBed.files.texts.size, 1);
  });

  it('removes drafts that are only in the memory of another window', async () => {
    const testBed = inMemoryDrafts();
    const other = new DraftsTestBed(testBed.files);
    for (const server of ['user:a', 'user:b']) {
      const draft = other.drafts.open(testDraftKey({ server }));
      draft.save(typedContent('hunter2'), ['city']);
      draft.close();
    }
    await testBed.drafts.clear();
    assert.equal(other.readOfferedText({ server: 'user:a' }), undefined);
    assert.equal(other.drafts.count, 0);
    other.now += 1;
    other.type('Os');
    assert.equal(other.readOfferedText(), 'Os');
  });

  it('does not remove later drafts if the clock was ahead', async () => {
    const testBed = inMemoryDrafts();
    testBed.now += 52 * week;
    await testBed.drafts.clear();
    testBed.now -= 52 * week;
    testBed.type('Os');
    assert.equal(testBed.readOfferedText(), 'Os');
  });

  it('removes all drafts, also those in memory and of other windows', async () => {
    const testBed = inMemoryDrafts();
    testBed.type('Os');
    await testBed.drafts.flush();
    const other = new DraftsTestBed(testBed.files);
    other.type('x', { server: 'user:other' });
    await other.drafts.flush();
    const declined = testBed.drafts.open(testDraftKey({ server: 'user:declined' }));
    declined.save(typedContent('y'), []);
    declined.closeDeclined();
    await testBed.drafts.flush();
    assert.equal(testBed.drafts.count, 3);
    await testBed.drafts.clear();
    assert.equal(testBed.drafts.count, 0);
    assert.equal(testBed.files.texts.size, 0);
    assert.equal(other.readOfferedText({ server: 'user:other' }), undefined);
    assert.equal(testBed.readOfferedText({ server: 'user:declined' }), undefined);
  });
});
