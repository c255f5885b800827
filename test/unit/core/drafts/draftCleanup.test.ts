import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { startDraftCleanup } from '#core/drafts/drafts.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { hour, inMemoryDrafts, minute, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('the cleanup of drafts', () => {
  beforeEach(() => enableMockTimers('setInterval'));
  afterEach(() => mock.timers.reset());

  it('removes secrets within a minute after they have expired', () => {
    const testBed = inMemoryDrafts();
    const draft = testBed.drafts.open(testDraftKey());
    draft.save(typedContent('hunter2'), ['city']);
    draft.close();
    const cleanup = startDraftCleanup(testBed.drafts);
    testBed.now += hour + 1;
    mock.timers.tick(minute);
    assert.equal(testBed.drafts.count, 0);
    cleanup.dispose();
  });

  it('removes old drafts an hour after the start, unless it was disposed of', async () => {
    const testBed = inMemoryDrafts();
    const tickAndFlush = () => {
      mock.timers.tick(hour);
      return testBed.drafts.flush();
    };
    for (const isDisposed of [false, true]) {
      testBed.type('Os');
      await testBed.drafts.flush();
      testBed.now += week + 1;
      const cleanup = startDraftCleanup(testBed.drafts);
      await testBed.drafts.flush();
      assert.equal(testBed.files.texts.size, 1);
      if (isDisposed) {
        cleanup.dispose();
      }
      await tickAndFlush();
      assert.equal(testBed.files.texts.size, isDisposed ? 1 : 0);
      cleanup.dispose();
    }
  });
});
