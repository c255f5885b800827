import assert from 'node:assert/strict';
import { DraftsTestBed, inMemoryDrafts, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('clearing the drafts', () => {
  it('resolves to the number of drafts that could not be deleted', async () => {
    const rig = inMemoryDrafts();
    rig.type('Os');
    rig.type('x', { server: 'user:other' });
    await rig.drafts.flush();
    rig.files.undeletable = new Error('EPERM');
    assert.equal(await rig.drafts.clear(), 2);
    assert.deepEqual(rig.failures, []);
    rig.files.undeletable = undefined;
    assert.equal(await rig.drafts.clear(), 0);
    assert.equal(rig.files.texts.size, 0);
  });

  it('removes a draft that is being written, and keeps what is typed after it', async () => {
    const rig = inMemoryDrafts();
    rig.type('Os');
    void rig.drafts.flush();
    const clearing = rig.drafts.clear();
    rig.now += 1;
    rig.type('x', { server: 'user:other' });
    await clearing;
    await rig.drafts.flush();
    assert.deepEqual([rig.found(), rig.found({ server: 'user:other' })], [undefined, 'x']);
    assert.equal(rig.files.texts.size, 1);
  });

  it('removes drafts that another window has in memory only', async () => {
    const rig = inMemoryDrafts();
    const other = new DraftsTestBed(rig.files);
    for (const server of ['user:a', 'user:b']) {
      const draft = other.drafts.open(testDraftKey({ server }));
      draft.keep(typedContent('hunter2'), ['city']);
      draft.close();
    }
    await rig.drafts.clear();
    assert.equal(other.found({ server: 'user:a' }), undefined);
    assert.equal(other.drafts.count, 0);
    other.now += 1;
    other.type('Os');
    assert.equal(other.found(), 'Os');
  });

  it('does not remove later drafts if the clock was ahead', async () => {
    const rig = inMemoryDrafts();
    rig.now += 52 * week;
    await rig.drafts.clear();
    rig.now -= 52 * week;
    rig.type('Os');
    assert.equal(rig.found(), 'Os');
  });

  it('removes all drafts, also those in memory and of other windows', async () => {
    const rig = inMemoryDrafts();
    rig.type('Os');
    await rig.drafts.flush();
    const other = new DraftsTestBed(rig.files);
    other.type('x', { server: 'user:other' });
    await other.drafts.flush();
    const declined = rig.drafts.open(testDraftKey({ server: 'user:declined' }));
    declined.keep(typedContent('y'), []);
    declined.declined();
    await rig.drafts.flush();
    assert.equal(rig.drafts.count, 3);
    await rig.drafts.clear();
    assert.equal(rig.drafts.count, 0);
    assert.equal(rig.files.texts.size, 0);
    assert.equal(other.found({ server: 'user:other' }), undefined);
    assert.equal(rig.found({ server: 'user:declined' }), undefined);
  });
});
