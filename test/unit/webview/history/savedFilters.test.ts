import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readSavedFilters } from '#webview/history/savedFilters.ts';

describe('the filters that the editor has kept', () => {
  const saved = {
    text: 'seat',
    from: '2026-03-10',
    to: '',
    calls: true,
    chosen: { caller: { value: 'agent:Codex', label: 'Codex' } },
  };

  it('are read unchanged', () => {
    assert.deepEqual(readSavedFilters(structuredClone(saved)), saved);
  });

  it('are ignored if they are something else, or too long', () => {
    const long = 'x'.repeat(1001);
    for (const state of [
      undefined,
      null,
      1,
      [],
      {},
      { ...saved, text: 1 },
      { ...saved, calls: 'yes' },
      { ...saved, to: long },
    ]) {
      assert.equal(readSavedFilters(state), undefined);
    }
    assert.deepEqual(
      readSavedFilters({ ...saved, chosen: { caller: { value: 'a' }, tool: { value: long, label: '' } } })?.chosen,
      {},
    );
    fc.assert(fc.property(fc.anything(), (state) => void readSavedFilters(state)));
  });
});
