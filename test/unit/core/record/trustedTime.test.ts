import assert from 'node:assert/strict';
import { updateTrustedTime } from '#core/record/trustedTime.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { day, march } from './recordTestBed.ts';

describe('the trusted time', () => {
  it('is that of the clock if the clock advances by a few days or goes back', () => {
    const memory = new InMemoryStateStore();
    for (const days of [0, 1, 4, 2, -400, -398]) {
      assert.equal(updateTrustedTime(memory, march + days * day, undefined), march + days * day);
    }
  });

  it('is limited to three days after a leap, until the leap has lasted two days', () => {
    const memory = new InMemoryStateStore();
    updateTrustedTime(memory, march, undefined);
    for (const hours of [0, 5, 47]) {
      assert.equal(updateTrustedTime(memory, march + 100 * day + (hours * day) / 24, undefined), march + 3 * day);
    }
    assert.equal(updateTrustedTime(memory, march + 102 * day, undefined), march + 102 * day);
    assert.equal(updateTrustedTime(memory, march + 103 * day, undefined), march + 103 * day);
  });

  it('starts at the time of the last write', () => {
    assert.equal(updateTrustedTime(new InMemoryStateStore(), march + 100 * day, march), march + 3 * day);
    assert.equal(updateTrustedTime(new InMemoryStateStore(), march, march + 100 * day), march);
  });

  it('starts again if the stored state is invalid', () => {
    for (const value of [null, 'x', {}, { at: 'x' }, { at: Number.NaN }, { at: march, leapt: 'x' }]) {
      const memory = new InMemoryStateStore();
      updateTrustedTime(memory, march, undefined);
      const [key = ''] = memory.keys();
      memory.set(key, value);
      assert.equal(updateTrustedTime(memory, march + 100 * day, march + 99 * day), march + 100 * day);
    }
  });
});
