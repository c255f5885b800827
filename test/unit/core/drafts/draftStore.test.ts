import assert from 'node:assert/strict';
import { longestDraftBytes, mostDrafts, mostTextInMemory } from '#core/drafts/draftLimits.ts';
import { DraftsTestBed, inMemoryDrafts, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('the stored drafts', () => {
  let rig: DraftsTestBed;
  beforeEach(() => {
    rig = inMemoryDrafts();
  });

  /** Another window, or this one after it was loaded anew. */
  async function another(): Promise<DraftsTestBed> {
    await rig.drafts.flush();
    const other = new DraftsTestBed(rig.files);
    other.now = rig.now;
    return other;
  }

  it('forget after a week also a draft that is in memory only', async () => {
    const draft = rig.drafts.open(testDraftKey());
    draft.keep(typedContent('Os'), []);
    draft.declined();
    rig.now += week + 1;
    await rig.drafts.cleanUp();
    await rig.drafts.cleanUp();
    assert.equal(rig.drafts.count, 0);
  });

  it('are limited in number in memory, and the oldest is forgotten', async () => {
    for (let count = 0; count <= mostDrafts; count += 1) {
      const draft = rig.drafts.open(testDraftKey({ server: `user:${count}` }));
      draft.keep(typedContent(String(count)), []);
      draft.declined();
    }
    assert.deepEqual([rig.found({ server: 'user:0' }), rig.found({ server: 'user:1' })], [undefined, '1']);
    assert.equal(rig.drafts.count, mostDrafts);
  });

  it('are limited in total length in memory, and the newest stays', () => {
    const half = 'x'.repeat(mostTextInMemory / 2 - 'city'.length);
    rig.type(half, { server: 'user:a' });
    rig.type(half, { server: 'user:b' });
    assert.equal(rig.found({ server: 'user:a' }), half);
    rig.type('', { server: 'user:c' });
    assert.equal(rig.found({ server: 'user:a' }), undefined);
    assert.deepEqual([rig.found({ server: 'user:b' }), rig.found({ server: 'user:c' })], [half, '']);
  });

  it('are limited in number in files, and the oldest is deleted', async () => {
    for (let count = 0; count <= mostDrafts; count += 1) {
      rig.now += 1;
      rig.type(String(count), { server: `user:${count}` });
      await rig.drafts.flush();
    }
    assert.equal(rig.files.texts.size, mostDrafts);
    const other = await another();
    assert.deepEqual([other.found({ server: 'user:0' }), other.found({ server: 'user:1' })], [undefined, '1']);
  });

  it('keep a draft that is too long in memory only, and report it once', async () => {
    const long = 'x'.repeat(longestDraftBytes);
    rig.type(long);
    rig.type(long, { message: 'Once more?' });
    const other = await another();
    assert.equal(rig.found(), long);
    assert.equal(other.found(), undefined);
    assert.equal(rig.failures.length, 1);
  });

  it('keep a draft that cannot be written in memory, report it once, and write it later', async () => {
    rig.files.failure = new Error('ENOSPC: no space left on device');
    rig.type('Os');
    await rig.drafts.flush();
    rig.type('Osl');
    await rig.drafts.flush();
    assert.deepEqual(rig.failures, [rig.files.failure]);
    assert.equal(rig.found(), 'Osl');
    rig.files.failure = undefined;
    rig.type('Oslo');
    assert.equal((await another()).found(), 'Oslo');
  });

  it('delete the older file of a draft that cannot be written, because it may contain the beginning of a secret', async () => {
    rig.type('ghp_a1B2');
    await rig.drafts.flush();
    rig.files.failure = new Error('ENOSPC: no space left on device');
    rig.type('ghp_a1B2a1B2');
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
    assert.equal(rig.found(), 'ghp_a1B2a1B2');
  });

  it('delete the older file of a draft that has become too long', async () => {
    rig.type('ghp_a1B2');
    await rig.drafts.flush();
    const long = 'x'.repeat(longestDraftBytes);
    rig.type(long);
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
    assert.equal(rig.found(), long);
  });

  it('report a file that cannot be deleted once, and retry', async () => {
    rig.type('Os');
    await rig.drafts.flush();
    rig.files.undeletable = new Error('EPERM');
    rig.drafts.open(testDraftKey()).declined();
    await rig.drafts.flush();
    await rig.drafts.cleanUp();
    assert.deepEqual([rig.failures, rig.failed], [[rig.files.undeletable], ['delete']]);
    rig.files.undeletable = undefined;
    await rig.drafts.cleanUp();
    assert.equal(rig.files.texts.size, 0);
  });

  it('keep a file that could not be deleted but was written again', async () => {
    rig.type('Os');
    await rig.drafts.flush();
    rig.files.undeletable = new Error('EPERM');
    rig.drafts.open(testDraftKey()).sent();
    await rig.drafts.flush();
    rig.files.undeletable = undefined;
    rig.type('Oslo');
    await rig.drafts.flush();
    await rig.drafts.cleanUp();
    assert.equal((await another()).found(), 'Oslo');
  });

  it('forget a draft that another window sent', async () => {
    rig.type('Os');
    const other = await another();
    assert.equal(rig.found(), 'Os');
    other.drafts.open(testDraftKey()).sent();
    await other.drafts.flush();
    assert.equal(rig.found(), undefined);
  });

  it('write the last content of a draft that changes quickly', async () => {
    const draft = rig.drafts.open(testDraftKey());
    const flushes = ['O', 'Os', 'Osl'].map((text) => {
      draft.keep(typedContent(text), []);
      return rig.drafts.flush();
    });
    draft.keep(typedContent('Oslo'), []);
    await Promise.all(flushes);
    assert.equal((await another()).found(), 'Oslo');
  });
});
