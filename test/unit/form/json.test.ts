import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indentedJson } from '#form/json.ts';

describe('indented JSON', () => {
  it('is on one line if it would be longer than the limit, otherwise indented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const whole = JSON.stringify(value, undefined, 2);
        assert.equal(indentedJson(value, whole.length), whole);
        assert.equal(indentedJson(value, whole.length - 1), JSON.stringify(value));
      }),
    );
  });

  it('is on one line if it would be longer than 2,000,000 characters', () => {
    const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(95));
    assert.equal(indentedJson(texts(19_000))?.includes('\n'), true);
    assert.equal(indentedJson(texts(20_000))?.includes('\n'), false);
  });

  it('is undefined for a value that has no JSON', () => {
    assert.equal(indentedJson(undefined), undefined);
  });
});
