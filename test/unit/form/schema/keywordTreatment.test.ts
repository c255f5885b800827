import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRecord, tryParseJson } from '#form/json.ts';
import { keywordTreatment, knownKeywords, type SchemaLevel } from '#form/schema/keywordTreatment.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

const refs = join(dirname(createRequire(import.meta.url).resolve('ajv/package.json')), 'dist/refs');
const vocabularies = ['2019-09', '2020-12'].flatMap((dialect) =>
  readdirSync(join(refs, `json-schema-${dialect}/meta`)).map((file) => `json-schema-${dialect}/meta/${file}`),
);
const metaSchemas = [
  'json-schema-draft-07.json',
  'json-schema-2019-09/schema.json',
  'json-schema-2020-12/schema.json',
  ...vocabularies,
];

/** Every keyword that a meta-schema of a dialect has a rule for. */
const defined = new Set(
  metaSchemas.flatMap((file) => {
    const schema = tryParseJson(readFileSync(join(refs, file), 'utf8'));
    assert.ok(isRecord(schema) && isRecord(schema['properties']), file);
    return Object.keys(schema['properties']);
  }),
);

/** A schema with `keyword` at a level, in which nothing else is wrong. */
const schemaWith = (keyword: string, level: SchemaLevel, value: unknown) => {
  const property = { type: 'string', ...(level === 'property' ? { [keyword]: value } : {}) };
  return { type: 'object', properties: { it: property }, ...(level === 'root' ? { [keyword]: value } : {}) };
};

describe('the keywords of a requested schema', () => {
  it('are those of draft-07, 2019-09 and 2020-12', () => {
    assert.ok(defined.size > 50, String(defined.size));
    assert.ok(['if', 'prefixItems', '$recursiveRef', 'dependencies', 'contentSchema'].every((one) => defined.has(one)));
  });

  it('are all in the table, which has no other but enumNames', () => {
    assert.deepEqual(
      [...defined].filter((keyword) => !knownKeywords.has(keyword)),
      [],
    );
    assert.deepEqual(
      [...knownKeywords].filter((keyword) => !defined.has(keyword)),
      ['enumNames'],
    );
  });

  for (const level of ['root', 'property'] as const) {
    for (const keyword of defined) {
      const treatment = keywordTreatment(keyword, level);
      if (treatment === 'refused') {
        it(`${keyword} is refused by name, level ${level}`, () => {
          const reading = readRequestedSchema(schemaWith(keyword, level, {}));
          assert.ok(!reading.ok);
          assert.deepEqual([reading.rule, reading.property], [keyword, level === 'root' ? '' : 'it']);
        });
      } else if (treatment === 'ignored') {
        it(`${keyword} changes nothing, level ${level}`, () => {
          const plain = readRequestedSchema(schemaWith('x-nothing', level, {}));
          for (const value of [{}, 'urn:x', null, 5, [{}]]) {
            assert.deepEqual(readRequestedSchema(schemaWith(keyword, level, value)), plain);
          }
        });
      }
    }
  }

  it('are refused in the items of a list too', () => {
    const reading = readRequestedSchema({
      type: 'object',
      properties: { it: { type: 'array', items: { type: 'string', not: {} } } },
    });
    assert.deepEqual(reading.ok || [reading.property, reading.rule], ['it', 'not']);
  });

  it('are ignored where no dialect defines them', () => {
    const schema = schemaWith('x-order', 'property', { $ref: '#/nowhere' });
    assert.ok(readRequestedSchema({ ...schema, widget: { propertyNames: 5 } }).ok);
  });

  it('accept additionalProperties only as a boolean', () => {
    for (const value of [true, false, {}]) {
      assert.ok(readRequestedSchema(schemaWith('additionalProperties', 'root', value)).ok);
    }
    for (const value of [{ type: 'string' }, 'no', null, []]) {
      const reading = readRequestedSchema(schemaWith('additionalProperties', 'root', value));
      assert.equal(reading.ok || reading.rule, 'additionalProperties');
    }
  });
});
