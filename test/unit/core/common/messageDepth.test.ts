import assert from 'node:assert/strict';
import { isNestedTooDeep } from '#core/common/messageLimits.ts';

describe('the depth of a message', () => {
  for (const [what, open, close] of [
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ] as const) {
    it(`may be 500 levels of ${what} and not more`, () => {
      const deep = (levels: number) => JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);
      assert.deepEqual([isNestedTooDeep(deep(500)), isNestedTooDeep(deep(501))], [false, true]);
    });
  }

  it('does not depend on the number of members on one level', () => {
    assert.equal(isNestedTooDeep(Array.from({ length: 100_000 }, () => ({ a: [1] }))), false);
  });
});
