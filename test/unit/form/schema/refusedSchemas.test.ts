import assert from 'node:assert/strict';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

type Row = readonly [idea: string, schema: unknown, property: string, rule: string, message: RegExp];

/** A schema with the single property `it`. */
const of = (it: unknown) => ({ type: 'object', properties: { it } });
const text = { type: 'string' };

const whole: readonly Row[] = [
  ['nothing', undefined, '', 'type', /must be an object/],
  ['null', null, '', 'type', /must be an object/],
  ['true', true, '', 'type', /must be an object/],
  ['an array', [], '', 'type', /must be an object/],
  ['no type', { properties: {} }, '', 'type', /"type" must be "object"/],
  ['a string at the root', { type: 'string' }, '', 'type', /"type" must be "object"/],
  ['an array at the root', { type: 'array', items: text }, '', 'type', /"type" must be "object"/],
  ['a union at the root', { type: ['object', 'null'], properties: {} }, '', 'type', /"type" must be "object"/],
  ['no properties', { type: 'object' }, '', 'properties', /lists the fields/],
  ['properties as an array', { type: 'object', properties: [] }, '', 'properties', /lists the fields/],
  [
    'required as a boolean',
    { type: 'object', properties: {}, required: true },
    '',
    'required',
    /array of property names/,
  ],
  [
    'required with a number',
    { type: 'object', properties: {}, required: [1] },
    '',
    'required',
    /array of property names/,
  ],
  ['required naming no property', { ...of(text), required: ['other'] }, 'other', 'required', /not in "properties"/],
  ['required naming an inherited property', { ...of(text), required: ['toString'] }, 'toString', 'required', /not in/],
  ...[
    ...['anyOf', 'allOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref', '$dynamicRef', 'dependentSchemas'],
    ...['propertyNames', 'patternProperties', 'unevaluatedProperties', 'minProperties', 'dependentRequired'],
  ].map((rule): Row => [`${rule} at the root`, { ...of(text), [rule]: {} }, '', rule, /is not supported/]),
];

const property = (idea: string, it: unknown, rule: string, message: RegExp): Row => [idea, of(it), 'it', rule, message];

const properties: readonly Row[] = [
  property('a boolean schema', true, 'type', /an object with a "type"/),
  property('no type', { title: 'A' }, 'type', /"type" is missing; use "string"/),
  property('a nested object', { type: 'object', properties: {} }, 'type', /nested objects are not supported/),
  property('type null', { type: 'null' }, 'type', /"null" is not supported/),
  property('an unknown type', { type: 'money' }, 'type', /"money" is not supported/),
  property('a type that is no string', { type: 5 }, 'type', /is not supported/),
  property('a title that is no string', { ...text, title: 5 }, 'title', /"title" must be a string/),
  property('a description that is no string', { ...text, description: [] }, 'description', /must be a string/),
  ...['not', 'if', '$dynamicRef', 'propertyNames', 'contains', 'prefixItems'].map((rule) =>
    property(`${rule} in a property`, { ...text, [rule]: [{ type: 'string' }] }, rule, /is not supported; /),
  ),
  property('a union', { type: ['string', 'number'] }, 'type', /union of types is not supported/),
  property('a union of three', { type: ['string', 'number', 'null'] }, 'type', /union of types is not supported/),
  property('nothing but null', { type: ['null'] }, 'type', /union of types is not supported/),
  property('anyOf of two types', { anyOf: [text, { type: 'number' }] }, 'anyOf', /of several schemas is not supported/),
  property('anyOf beside a type', { ...text, anyOf: [text, { minLength: 1 }] }, 'anyOf', /each with "const"/),
  property('allOf of two', { allOf: [text, { minLength: 1 }] }, 'allOf', /"allOf" of several schemas/),
  property('allOf that contradicts', { minLength: 2, allOf: [{ ...text, minLength: 1 }] }, 'minLength', /say it once/),
  property('a reference that leads nowhere', { $ref: '#/$defs/none' }, '$ref', /must point to a definition/),
  property('a reference that leads elsewhere', { $ref: 'https://example.com/a' }, '$ref', /must point to a definition/),
  property('a reference to a name', { $ref: '#text' }, '$ref', /must point to a definition/),
  property('a reference to the whole', { $ref: '#' }, 'type', /nested objects are not supported/),
  property('a reference to itself', { $ref: '#/properties/it' }, '$ref', /stand around each other/),
  property('options of several types', { enum: ['a', 1] }, 'type', /"type" is missing/),

  property('a format that is no string', { ...text, format: 1 }, 'format', /must be a string/),
  property('a negative length', { ...text, minLength: -1 }, 'minLength', /0 or more/),
  property('a fractional length', { ...text, maxLength: 1.5 }, 'maxLength', /0 or more/),
  property('a length in words', { ...text, maxLength: '5' }, 'maxLength', /must be a number/),
  property(
    'lengths that contradict',
    { ...text, minLength: 5, maxLength: 4 },
    'minLength',
    /greater than "maxLength" 4/,
  ),
  property('a pattern that is none', { ...text, pattern: '(' }, 'pattern', /valid ECMA-262/),
  property('a pattern of another dialect', { ...text, pattern: '(?P<a>x)' }, 'pattern', /valid ECMA-262/),
  property('a pattern that is no string', { ...text, pattern: {} }, 'pattern', /must be a string/),
  property(
    'a pattern that is none beside options',
    { ...text, enum: ['a'], pattern: '(' },
    'pattern',
    /valid ECMA-262/,
  ),

  property('a minimum in words', { type: 'number', minimum: '1' }, 'minimum', /must be a number/),
  property(
    'a minimum of an older draft',
    { type: 'number', exclusiveMinimum: true },
    'exclusiveMinimum',
    /must be a number/,
  ),
  property(
    'a minimum above the maximum',
    { type: 'number', minimum: 2, maximum: 1 },
    'minimum',
    /no number lies between/,
  ),
  property(
    'limits that exclude each other',
    { type: 'number', exclusiveMinimum: 1, maximum: 1 },
    'exclusiveMinimum',
    /no number lies between/,
  ),
  property(
    'limits between two integers',
    { type: 'integer', minimum: 1.2, maximum: 1.8 },
    'minimum',
    /no whole number/,
  ),
  property('a multiple of 0', { type: 'number', multipleOf: 0 }, 'multipleOf', /greater than 0/),
  property('a multiple below 0', { type: 'integer', multipleOf: -2 }, 'multipleOf', /greater than 0/),

  property(
    'a boolean with oneOf',
    { type: 'boolean', oneOf: [{ const: true }] },
    'oneOf',
    /not supported for a boolean/,
  ),

  property('no options', { ...text, enum: [] }, 'enum', /at least one option/),
  property('options that are no array', { ...text, enum: 'a' }, 'enum', /must be an array/),
  property('an option of another type', { ...text, enum: ['a', 1] }, 'enum', /every option must be a string/),
  property('an option that is null', { ...text, enum: ['a', null] }, 'enum', /every option must be a string/),
  property(
    'an option that is no text at all',
    { ...text, enum: [{ toString: 1 }] },
    'enum',
    /every option must be a string/,
  ),
  property('a fraction among integers', { type: 'integer', enum: [1, 1.5] }, 'enum', /every option must be an integer/),
  property('an option twice', { ...text, enum: ['a', 'a'] }, 'enum', /listed once/),
  property('no titled options', { ...text, oneOf: [] }, 'oneOf', /at least one option/),
  property(
    'oneOf of schemas',
    { ...text, oneOf: [{ minLength: 1 }, { const: 'a' }] },
    'oneOf',
    /each with "const" and "title"/,
  ),
  property('oneOf of texts', { ...text, oneOf: ['a'] }, 'oneOf', /each with "const"/),
  property('oneOf that is no array', { ...text, oneOf: {} }, 'oneOf', /each with "const"/),
  property(
    'a title of an option that is no string',
    { ...text, oneOf: [{ const: 'a', title: 1 }] },
    'title',
    /must be a string/,
  ),
  property('enum and oneOf', { ...text, enum: ['a'], oneOf: [{ const: 'a' }] }, 'oneOf', /has both "enum" and "oneOf"/),

  property('an array without items', { type: 'array' }, 'items', /needs "items"/),
  property('an array of anything', { type: 'array', items: true }, 'items', /needs "items"/),
  property('a tuple', { type: 'array', items: [text] }, 'items', /needs "items"/),
  property(
    'a tuple of 2020-12',
    { type: 'array', prefixItems: [text] },
    'prefixItems',
    /"prefixItems" is not supported/,
  ),
  property(
    'an array of objects',
    { type: 'array', items: { type: 'object' } },
    'items',
    /arrays of objects are not supported/,
  ),
  property(
    'an array of numbers',
    { type: 'array', items: { type: 'integer', enum: [1] } },
    'items',
    /must be of type "string"/,
  ),
  property('an array of the whole', { type: 'array', items: { $ref: '#' } }, 'items', /arrays of objects/),
  property(
    'an array of two types',
    { type: 'array', items: { anyOf: [text, { type: 'number' }] } },
    'anyOf',
    /each with "const"/,
  ),
  property('an array with no options', { type: 'array', items: { ...text, enum: [] } }, 'enum', /at least one option/),
  property(
    'a minimum of items above the maximum',
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, maxItems: 1 },
    'minItems',
    /greater than "maxItems" 1/,
  ),
  property(
    'more items than options',
    { type: 'array', items: { enum: ['a'] }, minItems: 2 },
    'minItems',
    /its 1 option\./,
  ),
];

describe('a requested schema that cannot be a form', () => {
  for (const [idea, schema, property, rule, message] of [...whole, ...properties]) {
    it(idea, () => {
      const reading = readRequestedSchema(schema);
      assert.ok(!reading.ok);
      assert.deepEqual({ property: reading.property, rule: reading.keyword }, { property, rule });
      assert.match(reading.message, message);
    });
  }

  it('is refused with the name of the property', () => {
    const reading = readRequestedSchema({ type: 'object', properties: { address: { type: 'object' } } });
    assert.ok(!reading.ok);
    assert.match(reading.message, /^Property "address": nested objects are not supported; use /);
  });

  it('is refused on one line of bounded length for any name of a property', () => {
    const reading = readRequestedSchema({ type: 'object', properties: { [`a\n\u202E${'b'.repeat(5000)}`]: {} } });
    assert.ok(!reading.ok);
    assert.doesNotMatch(reading.message, /[\n\u202E]/);
    assert.ok(reading.message.length < 400);
  });
});

describe('the arguments of a tool', () => {
  it('may have no properties', () => {
    assert.deepEqual(readArgumentsSchema({ type: 'object' }), { ok: true, form: { fields: [], isForArguments: true } });
  });

  it('have a box for what no field can represent', () => {
    const undrawable = [{ type: 'object' }, {}, true, { type: ['string', 'number'] }, { $ref: '#/none' }, { not: {} }];
    for (const schema of undrawable) {
      const reading = readArgumentsSchema(of(schema));
      assert.ok(reading.ok);
      assert.deepEqual(
        reading.form.fields.map(({ kind, name }) => [kind, name]),
        [['json', 'it']],
      );
    }
  });

  it('have a box for a required property without a schema', () => {
    const reading = readArgumentsSchema({ ...of(text), required: ['other'] });
    assert.ok(reading.ok);
    assert.deepEqual(
      reading.form.fields.map(({ name, kind, required }) => [name, kind, required]),
      [
        ['it', 'text', false],
        ['other', 'json', true],
      ],
    );
  });

  it('have a box for the properties that the schema does not name', () => {
    for (const open of [{ additionalProperties: text }, { patternProperties: { '^x': text } }]) {
      const reading = readArgumentsSchema({ type: 'object', ...open });
      assert.ok(reading.ok);
      assert.ok(reading.form.fields.every((field) => field.kind === 'json' && field.rest));
    }
  });

  it('are a form if what the root combines names no other properties', () => {
    for (const more of [{ anyOf: [{ required: ['it'] }] }, { not: { required: ['it'] } }, { if: {}, else: of(text) }]) {
      assert.ok(readArgumentsSchema({ ...of(text), ...more }).ok);
    }
  });

  it('are no form if what the root combines has properties of its own', () => {
    const other = { properties: { other: text } };
    for (const more of [{ oneOf: [other] }, { allOf: [other] }, { dependentSchemas: { it: other } }, { if: other }]) {
      const reading = readArgumentsSchema({ ...of(text), ...more });
      assert.ok(!reading.ok);
      assert.match(reading.message, /combines/);
    }
  });

  it('are a form if the schema has keywords that a form does not enforce', () => {
    for (const more of [{ minProperties: 1 }, { dependentRequired: { it: [] } }, { unevaluatedProperties: false }]) {
      assert.ok(readArgumentsSchema({ ...of(text), ...more }).ok);
    }
  });

  it('are a form if additionalProperties is true or false', () => {
    for (const additionalProperties of [true, false, {}]) {
      assert.ok(readArgumentsSchema({ ...of(text), additionalProperties }).ok);
    }
  });
});
