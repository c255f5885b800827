import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { startDraftCleanup } from '#core/drafts/drafts.ts';
import { hour, inMemoryDrafts, minute, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('the cleanup of drafts', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('removes secrets within a minute after their hour', () => {
    const rig = inMemoryDrafts();
    const draft = rig.drafts.open(testDraftKey());
    draft.keep(typedContent('hunter2'), ['city']);
    draft.close();
    const keeping = startDraftCleanup(rig.drafts);
    rig.now += hour + 1;
    mock.timers.tick(minute);
    assert.equal(rig.drafts.count, 0);
    keeping.dispose();
  });

  it('removes old drafts an hour after the start, and nothing once disposed', async () => {
    const rig = inMemoryDrafts();
    const again = () => {
      mock.timers.tick(hour);
      return rig.drafts.flush();
    };
    for (const isDisposed of [false, true]) {
      rig.type('Os');
      await rig.drafts.flush();
      rig.now += week + 1;
      const keeping = startDraftCleanup(rig.drafts);
      await rig.drafts.flush();
      assert.equal(rig.files.texts.size, 1);
      if (isDisposed) {
        keeping.dispose();
      }
      await again();
      assert.equal(rig.files.texts.size, isDisposed ? 1 : 0);
      keeping.dispose();
    }
  });
});
