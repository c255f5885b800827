import assert from 'node:assert/strict';
import { readRequestedSchema } from '../../../src/form/schema.ts';

/** A hundred properties that refer to one definition. */
function referring(definition: object): object {
  const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/one' }]));
  return { type: 'object', properties, $defs: { one: { type: 'string', ...definition } } };
}

describe('what a small schema stands for', () => {
  it('has texts of a million characters at most', () => {
    assert.ok(readRequestedSchema(referring({ description: 'd'.repeat(9000) })).ok);
    const reading = readRequestedSchema(referring({ description: 'd'.repeat(11_000) }));
    assert.ok(!reading.ok);
    assert.match(reading.message, /texts are longer than 1,000,000 characters in all/);
    assert.equal(reading.limit, 'schemaLength');
  });

  it('has two hundred thousand entries at most', () => {
    const keywords = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x${index}`, 1]));
    const reading = readRequestedSchema(referring(keywords));
    assert.ok(!reading.ok);
    assert.match(reading.message, /lists and schemas have more than 200,000 entries in all/);
  });
});
