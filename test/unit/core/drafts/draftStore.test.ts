import assert from 'node:assert/strict';
import { maxDraftBytes, maxDrafts, maxTextInMemory } from '#core/drafts/draftLimits.ts';
import { type DraftsTestBed, inMemoryDrafts, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('the stored drafts', () => {
  let testBed: DraftsTestBed;
  beforeEach(() => {
    testBed = inMemoryDrafts();
  });

  it('are removed after a week, also if they are only in memory', async () => {
    const draft = testBed.drafts.open(testDraftKey());
    draft.save(typedContent('Os'), []);
    draft.closeDeclined();
    testBed.now += week + 1;
    await testBed.drafts.cleanUp();
    await testBed.drafts.cleanUp();
    assert.equal(testBed.drafts.count, 0);
  });

  it('are limited in number in memory; the oldest is removed', async () => {
    for (let count = 0; count <= maxDrafts; count += 1) {
      const draft = testBed.drafts.open(testDraftKey({ server: `user:${count}` }));
      draft.save(typedContent(String(count)), []);
      draft.closeDeclined();
    }
    assert.deepEqual(
      [testBed.readOfferedText({ server: 'user:0' }), testBed.readOfferedText({ server: 'user:1' })],
      [undefined, '1'],
    );
    assert.equal(testBed.drafts.count, maxDrafts);
  });

  it('are limited in total length in memory; the oldest is removed', () => {
    const half = 'x'.repeat(maxTextInMemory / 2 - 'city'.length);
    testBed.type(half, { server: 'user:a' });
    testBed.type(half, { server: 'user:b' });
    assert.equal(testBed.readOfferedText({ server: 'user:a' }), half);
    testBed.type('', { server: 'user:c' });
    assert.equal(testBed.readOfferedText({ server: 'user:a' }), undefined);
    assert.deepEqual(
      [testBed.readOfferedText({ server: 'user:b' }), testBed.readOfferedText({ server: 'user:c' })],
      [half, ''],
    );
  });

  it('are limited in number in files; the oldest is deleted', async () => {
    for (let count = 0; count <= maxDrafts; count += 1) {
      testBed.now += 1;
      testBed.type(String(count), { server: `user:${count}` });
      await testBed.drafts.flush();
    }
    assert.equal(testBed.files.texts.size, maxDrafts);
    const other = await testBed.openWindow();
    assert.deepEqual(
      [other.readOfferedText({ server: 'user:0' }), other.readOfferedText({ server: 'user:1' })],
      [undefined, '1'],
    );
  });

  it('keep a draft that is too long only in memory, and report one failure', async () => {
    const long = 'x'.repeat(maxDraftBytes);
    testBed.type(long);
    testBed.type(long, { message: 'Once more?' });
    const other = await testBed.openWindow();
    assert.equal(testBed.readOfferedText(), long);
    assert.equal(other.readOfferedText(), undefined);
    assert.equal(testBed.failures.length, 1);
  });

  it('keep a draft in memory if it cannot be written, report one failure, and write it later', async () => {
    testBed.files.writeError = new Error('ENOSPC: no space left on device');
    testBed.type('Os');
    await testBed.drafts.flush();
    testBed.type('Osl');
    await testBed.drafts.flush();
    assert.deepEqual(testBed.failures, [testBed.files.writeError]);
    assert.equal(testBed.readOfferedText(), 'Osl');
    testBed.files.writeError = undefined;
    testBed.type('Oslo');
    assert.equal((await testBed.openWindow()).readOfferedText(), 'Oslo');
  });

  it('delete the older file of a draft that cannot be written, because it may contain the beginning of a secret', async () => {
    testBed.type('ghp_a1B2');
    await testBed.drafts.flush();
    testBed.files.writeError = new Error('ENOSPC: no space left on device');
    testBed.type('ghp_a1B2a1B2');
    await testBed.drafts.flush();
    assert.equal(testBed.files.texts.size, 0);
    assert.equal(testBed.readOfferedText(), 'ghp_a1B2a1B2');
  });

  it('delete the older file of a draft that has become too long', async () => {
    testBed.type('ghp_a1B2');
    await testBed.drafts.flush();
    const long = 'x'.repeat(maxDraftBytes);
    testBed.type(long);
    await testBed.drafts.flush();
    assert.equal(testBed.files.texts.size, 0);
    assert.equal(testBed.readOfferedText(), long);
  });

  it('report a file that cannot be deleted once, and retry the deletion', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    testBed.files.deletionError = new Error('EPERM');
    testBed.drafts.open(testDraftKey()).closeDeclined();
    await testBed.drafts.flush();
    await testBed.drafts.cleanUp();
    assert.deepEqual([testBed.failures, testBed.failedOperations], [[testBed.files.deletionError], ['delete']]);
    testBed.files.deletionError = undefined;
    await testBed.drafts.cleanUp();
    assert.equal(testBed.files.texts.size, 0);
  });

  it('keep a file that could not be deleted but was written again', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    testBed.files.deletionError = new Error('EPERM');
    testBed.drafts.open(testDraftKey()).closeSent();
    await testBed.drafts.flush();
    testBed.files.deletionError = undefined;
    testBed.type('Oslo');
    await testBed.drafts.flush();
    await testBed.drafts.cleanUp();
    assert.equal((await testBed.openWindow()).readOfferedText(), 'Oslo');
  });

  it('do not include a draft that another window has sent', async () => {
    testBed.type('Os');
    const other = await testBed.openWindow();
    assert.equal(testBed.readOfferedText(), 'Os');
    other.drafts.open(testDraftKey()).closeSent();
    await other.drafts.flush();
    assert.equal(testBed.readOfferedText(), undefined);
  });

  it('have the last content of a draft that changed quickly', async () => {
    const draft = testBed.drafts.open(testDraftKey());
    const flushes = ['O', 'Os', 'Osl'].map((text) => {
      draft.save(typedContent(text), []);
      return testBed.drafts.flush();
    });
    draft.save(typedContent('Oslo'), []);
    await Promise.all(flushes);
    assert.equal((await testBed.openWindow()).readOfferedText(), 'Oslo');
  });
});
