import assert from 'node:assert/strict';
import { exceededBound } from '#core/validation/schemaWalk.ts';

const bounds = { text: 4_000_000, depth: 100, values: 400_000, expanded: 2_000_000 };

describe('the bounds of a schema', () => {
  it('are not exceeded by a large number of siblings', () => {
    const schema = { $defs: { a: {} }, $ref: '#/$defs/a', anyOf: Array.from({ length: 300_000 }, () => ({})) };
    assert.equal(exceededBound(schema, bounds), undefined);
  });

  it('are checked in bounded time for long references', () => {
    const longPath = 'a/'.repeat(1900);
    const schema = { anyOf: Array.from({ length: 1000 }, (_, index) => ({ $ref: `#/${longPath}${index}` })) };
    const began = performance.now();
    assert.equal(exceededBound(schema, bounds), undefined);
    assert.ok(performance.now() - began < 1000);
  });

  it('count the targets of references, including escaped names', () => {
    const part = { anyOf: Array.from({ length: 2000 }, () => ({})) };
    const schema = { $defs: { 'a/b~': part, '': part }, anyOf: [] as object[] };
    for (const reference of ['#/$defs/a~1b~0', '#/$defs/']) {
      schema.anyOf = Array.from({ length: 2000 }, () => ({ $ref: reference }));
      assert.equal(exceededBound(schema, bounds), 'expanded', reference);
    }
    schema.anyOf = Array.from({ length: 2000 }, () => ({ $ref: '#/$defs/none/of/them' }));
    assert.equal(exceededBound(schema, bounds), undefined);
  });
});
