import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import { maxLines } from '#form/formLimits.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import {
  maxFields,
  maxNameLength,
  maxOptions,
  maxPatternLength,
  maxTotalOptions,
  maxTotalPatternLength,
  maxTotalUnicodeClasses,
} from '#form/schema/schemaLimits.ts';

const text = { type: 'string' };
const list = <T>(length: number, item: (index: number) => T) => Array.from({ length }, (_, index) => item(index));
const only = (property: object, name = 'p') => ({ type: 'object', properties: { [name]: property } });
const several = (properties: readonly object[]) => ({
  type: 'object',
  properties: Object.fromEntries(properties.map((property, index) => [`f${index}`, property])),
});
const values = (count: number) => list(count, (index) => `v${index}`);
const titled = (count: number) => list(count, (index) => ({ const: `v${index}`, title: `Title ${index}` }));

/** The limits: the title, a schema with `count`, the limit, and the refusal of a schema that exceeds it by one. */
const limits: readonly [
  title: string,
  schemaWith: (count: number) => object,
  max: number,
  rule: string,
  text: RegExp,
][] = [
  [
    'fields',
    (count) => ({ type: 'object', properties: Object.fromEntries(list(count, (index) => [`f${index}`, text])) }),
    maxFields,
    'properties',
    /501 properties, and at most 500/,
  ],
  ['options of an enum', (count) => only({ ...text, enum: values(count) }), maxOptions, 'enum', /10,001 options/],
  ['titled options', (count) => only({ ...text, oneOf: titled(count) }), maxOptions, 'oneOf', /10,001 options/],
  [
    'options of a list',
    (count) => only({ type: 'array', items: { anyOf: titled(count) } }),
    maxOptions,
    'anyOf',
    /Property "p": "items" "anyOf" lists 10,001 options, and at most 10,000 can be shown/,
  ],
  ['the length of a name', (count) => only(text, 'n'.repeat(count)), maxNameLength, 'properties', /longer than 1,000/],
  [
    'the length of a pattern',
    (count) => only({ ...text, pattern: 'a'.repeat(count) }),
    maxPatternLength,
    'pattern',
    /longer than 2,000/,
  ],
  [
    'the length of all patterns',
    (count) =>
      several(
        list(Math.ceil(count / maxPatternLength), (index) => ({
          ...text,
          pattern: 'a'.repeat(Math.min(maxPatternLength, count - index * maxPatternLength)),
        })),
      ),
    maxTotalPatternLength,
    'pattern',
    /longer than 20,000 characters in all/,
  ],
  [
    'the Unicode classes of all patterns, which the engine is slow to build',
    (count) => several(list(count, () => ({ ...text, pattern: '[^\\p{Ll}]' }))),
    maxTotalUnicodeClasses,
    'pattern',
    /more than 50 Unicode classes/,
  ],
  [
    'the options of all fields',
    (count) =>
      several(
        [values(maxOptions), values(maxOptions), values(count - 2 * maxOptions)]
          .filter(({ length }) => length > 0)
          .map((of) => ({ ...text, enum: of })),
      ),
    maxTotalOptions,
    'enum',
    /more than 20,000 options in all/,
  ],
];

describe('a form has a limit on', () => {
  for (const [title, schemaWith, max, rule, refusalText] of limits) {
    it(title, () => {
      assert.equal(readRequestedSchema(schemaWith(max)).ok, true);
      const reading = readRequestedSchema(schemaWith(max + 1));
      assert.ok(!reading.ok);
      assert.equal(reading.keyword, rule);
      assert.match(reading.message, refusalText);
      assert.ok(reading.message.length < 500);
    });
  }

  /** A schema whose fields all refer to one definition, which is read once for each field. */
  const references = (count: number, definition: object) => ({
    ...several(list(count, () => ({ $ref: '#/$defs/it' }))),
    $defs: { it: { ...text, ...definition } },
  });
  const described = (length: number) => references(10, { description: 'd'.repeat(length) });
  const annotated = (keywords: number) =>
    references(maxFields, Object.fromEntries(list(keywords, (index) => [`x-${index}`, index])));
  const nested = (schemas: number) =>
    only(list(schemas, () => 0).reduce<object>((inner) => ({ allOf: [inner] }), { ...text }));
  for (const [title, allowed, tooLarge, refusalText] of [
    ['the texts of referenced definitions', described(99_900), described(100_001), /longer than 1,000,000 characters/],
    ['the keywords of referenced definitions', annotated(390), annotated(400), /more than 200,000 entries in all/],
    ['nested schemas', nested(10), nested(11), /more than 10 schemas stand around each other/],
  ] as const) {
    it(title, () => {
      assert.equal(readRequestedSchema(allowed).ok, true);
      const reading = readRequestedSchema(tooLarge);
      assert.match(reading.ok ? 'The schema was read.' : reading.message, refusalText);
    });
  }

  it('the lines of a list', () => {
    const read = readRequestedSchema(only({ type: 'array', items: text }));
    assert.ok(read.ok);
    const problemsOf = (lines: number) =>
      evaluate(read.form, [{ kind: 'text', text: 'a\n'.repeat(lines), touched: true }]).problems;
    assert.deepEqual(problemsOf(maxLines), []);
    assert.match(problemsOf(maxLines + 1)[0]?.message ?? '', /at most 1,000 lines \(you have 1,001\)/);
  });
});
