import assert from 'node:assert/strict';
import { EraMemory } from '#core/connection/eraMemory.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { definitionOf } from '#test/host/samples.ts';

describe('the remembered era of a server', () => {
  const day = 24 * 60 * 60 * 1000;
  let now = 0;
  const memory = new InMemoryStateStore();
  const era = (definition = definitionOf('mine')) => new EraMemory(memory, { now: () => now }, definition);

  it('lasts thirty days, and only for the same entry, and the same version of a legacy server', () => {
    assert.equal(era().isLegacy(), false);
    era().remember('legacy', '1.0');
    assert.equal(era().isLegacy(), true);
    assert.equal(era(definitionOf('mine', { args: ['other'] })).isLegacy(), false);
    now = 30 * day;
    assert.equal(era().isLegacy(), false);
    era().remember('legacy', '1.0');
    era().remember('legacy', '1.1');
    assert.equal(era().isLegacy(), false);
    era().remember('legacy', '1.1');
    era().remember('modern', '1.1');
    assert.deepEqual([era().isLegacy(), era().isModern()], [false, true]);
    era().remember('modern', '1.2');
    assert.equal(era().isModern(), true);
    era().forget();
    assert.deepEqual([era().isLegacy(), era().isModern()], [false, false]);
  });
});
