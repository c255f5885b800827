import assert from 'node:assert/strict';
import { withEnums } from '#core/validation/optionLists.ts';
import { ValidationEngine } from '#core/validation/validationEngine.ts';

const object = (property: unknown) => ({ type: 'object', properties: { p: property } });

describe('a list of options in a schema for ajv', () => {
  for (const keyword of ['oneOf', 'anyOf']) {
    it(`becomes an enum in place of ${keyword}, for a choice and for a multiple choice`, () => {
      const options = [{ const: 'a', title: 'A' }, { const: 'b', description: 'B' }, { const: 1 }];
      assert.deepEqual(withEnums(object({ type: 'string', title: 'P', [keyword]: options })), {
        type: 'object',
        properties: { p: { type: 'string', title: 'P', enum: ['a', 'b', 1] } },
      });
      assert.deepEqual(withEnums(object({ type: 'array', maxItems: 1, items: { [keyword]: options } })), {
        type: 'object',
        properties: { p: { type: 'array', maxItems: 1, items: { enum: ['a', 'b', 1] } } },
      });
    });
  }

  for (const [what, property] of [
    ['has keywords beside const', { oneOf: [{ const: 'a', maxLength: 1 }] }],
    ['is beside an enum', { enum: ['a'], oneOf: [{ const: 'b' }] }],
    ['lists a value twice', { oneOf: [{ const: 'a' }, { const: 'a' }] }],
    ['lists objects', { oneOf: [{ const: {} }, { const: null }] }],
    ['is empty', { oneOf: [] }],
    ['is not an array', { oneOf: 'a' }],
  ] as const) {
    it(`stays unchanged if it ${what}`, () => {
      assert.deepEqual(withEnums(object(property)), object(property));
    });
  }

  it('with ten thousand options is checked completely', () => {
    const oneOf = Array.from({ length: 10_000 }, (_, index) => ({ const: `v${index}`, title: `Title ${index}` }));
    const engine = new ValidationEngine();
    for (const [schema, contentWith] of [
      [object({ type: 'string', oneOf }), (value: string) => ({ p: value })],
      [object({ type: 'array', items: { anyOf: oneOf } }), (value: string) => ({ p: [value] })],
    ] as const) {
      assert.deepEqual(engine.check('server', JSON.stringify(schema), contentWith('v9999')), { kind: 'valid' });
      assert.equal(engine.check('server', JSON.stringify(schema), contentWith('v10000')).kind, 'invalid');
    }
  });

  it('becomes an enum also for a property named __proto__', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"oneOf":[{"const":"a"}]}}}');
    assert.equal(JSON.stringify(withEnums(schema)), '{"properties":{"__proto__":{"enum":["a"]}}}');
  });
});
