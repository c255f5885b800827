import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRecord, tryParseJson } from '#form/json.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { keywordTreatment, knownKeywords, type SchemaLevel } from '#form/schema/supportedKeywords.ts';

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

/** Every keyword that a meta-schema defines. */
const definedKeywords = new Set(
  metaSchemas.flatMap((file) => {
    const schema = tryParseJson(readFileSync(join(refs, file), 'utf8'));
    assert.ok(isRecord(schema) && isRecord(schema['properties']), file);
    return Object.keys(schema['properties']);
  }),
);

/** A schema with `keyword` at the given level. All its other keywords are accepted. */
const schemaWith = (keyword: string, level: SchemaLevel, value: unknown) => {
  const property = { type: 'string', ...(level === 'property' ? { [keyword]: value } : {}) };
  return { type: 'object', properties: { field: property }, ...(level === 'root' ? { [keyword]: value } : {}) };
};

describe('the keywords of JSON Schema', () => {
  it('were found in the meta-schemas of draft-07, 2019-09 and 2020-12', () => {
    assert.ok(definedKeywords.size > 50, String(definedKeywords.size));
    assert.ok(
      ['if', 'prefixItems', '$recursiveRef', 'dependencies', 'contentSchema'].every((keyword) =>
        definedKeywords.has(keyword),
      ),
    );
  });

  it('are all in supportedKeywords.ts, which has only enumNames besides', () => {
    assert.deepEqual(
      [...definedKeywords].filter((keyword) => !knownKeywords.has(keyword)),
      [],
    );
    assert.deepEqual(
      [...knownKeywords].filter((keyword) => !definedKeywords.has(keyword)),
      ['enumNames'],
    );
  });

  for (const level of ['root', 'property'] as const) {
    for (const keyword of definedKeywords) {
      const treatment = keywordTreatment(keyword, level);
      if (treatment === 'refused') {
        it(`include "${keyword}", which is refused at the level "${level}" by its name`, () => {
          const reading = readRequestedSchema(schemaWith(keyword, level, {}));
          assert.ok(!reading.ok);
          assert.deepEqual([reading.keyword, reading.property], [keyword, level === 'root' ? '' : 'field']);
        });
      } else if (treatment === 'ignored') {
        it(`include "${keyword}", which has no effect at the level "${level}"`, () => {
          const plain = readRequestedSchema(schemaWith('x-nothing', level, {}));
          for (const value of [{}, 'urn:x', null, 5, [{}]]) {
            assert.deepEqual(readRequestedSchema(schemaWith(keyword, level, value)), plain);
          }
        });
      }
    }
  }

  it('include "not", which is also refused in the items of an array', () => {
    const reading = readRequestedSchema({
      type: 'object',
      properties: { field: { type: 'array', items: { type: 'string', not: {} } } },
    });
    assert.deepEqual(reading.ok || [reading.property, reading.keyword], ['field', 'not']);
  });

  it('include additionalProperties, which may only be true, false or {} at the root', () => {
    for (const value of [true, false, {}]) {
      assert.ok(readRequestedSchema(schemaWith('additionalProperties', 'root', value)).ok);
    }
    for (const value of [{ type: 'string' }, 'no', null, []]) {
      const reading = readRequestedSchema(schemaWith('additionalProperties', 'root', value));
      assert.equal(reading.ok || reading.keyword, 'additionalProperties');
    }
  });
});

describe('a keyword that no dialect of JSON Schema defines', () => {
  it('is ignored, even if its value has refused keywords', () => {
    const schema = schemaWith('x-order', 'property', { $ref: '#/nowhere' });
    assert.ok(readRequestedSchema({ ...schema, widget: { propertyNames: 5 } }).ok);
  });
});
