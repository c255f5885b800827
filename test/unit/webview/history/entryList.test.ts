import assert from 'node:assert/strict';
import { lineAfterKey } from '#webview/history/entryList.ts';

describe('keys in the list of entries', () => {
  const of = (key: string, index: number) => lineAfterKey(key, index, 30);

  it('move by one line, by a page, and to the ends', () => {
    assert.deepEqual([of('ArrowDown', 3), of('ArrowUp', 3), of('PageDown', 3), of('PageUp', 13)], [4, 2, 13, 3]);
    assert.deepEqual([of('Home', 3), of('End', 3)], [0, 29]);
  });

  it('do not move beyond the ends', () => {
    assert.deepEqual([of('ArrowUp', 0), of('ArrowDown', 29), of('PageDown', 25), of('PageUp', 2)], [0, 29, 29, 0]);
  });

  it('move to the first line if no line is chosen', () => {
    assert.deepEqual([of('ArrowDown', -1), of('ArrowUp', -1)], [0, 0]);
  });

  it('do not move for other keys or in an empty list', () => {
    assert.deepEqual([of('a', 3), of('Enter', 3), lineAfterKey('End', -1, 0)], [undefined, undefined, undefined]);
  });
});
