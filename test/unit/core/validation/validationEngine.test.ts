import assert from 'node:assert/strict';
import { type ContentProblem, problemsOf, uncheckedText } from '#core/validation/problems.ts';
import { ValidationEngine } from '#core/validation/validationEngine.ts';

const engine = new ValidationEngine();
const objectWith = (field: unknown, more: object = {}) => ({ type: 'object', properties: { field }, ...more });
const problems = (schema: unknown, content: unknown): ContentProblem[] => {
  const verdict = engine.check('server', JSON.stringify(schema), content);
  switch (verdict.kind) {
    case 'valid':
      return [];
    case 'invalid':
      return problemsOf(verdict.errors);
    case 'unchecked':
      return [{ message: uncheckedText(verdict), text: '' }];
  }
};

const text = { type: 'string' };

describe('the check of content against a schema', () => {
  it('accepts valid content', () => {
    assert.deepEqual(problems(objectWith(text, { required: ['field'] }), { field: 'x' }), []);
  });

  const violationsByKeyword: readonly (readonly [string, object, unknown])[] = [
    ['type', text, 5],
    ['minLength', { ...text, minLength: 2 }, 'a'],
    ['pattern', { ...text, pattern: '^a$' }, 'b'],
    ['enum', { ...text, enum: ['a'] }, 'b'],
    ['const', { type: 'boolean', const: true }, false],
    ['oneOf', { ...text, oneOf: [{ const: 'a' }, { const: 'b' }] }, 'c'],
    ['integer', { type: 'integer' }, 1.5],
    ['minimum', { type: 'number', minimum: 1 }, 0],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 1 }, 1],
    ['multipleOf', { type: 'number', multipleOf: 0.1 }, 0.35],
    ['maxItems', { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b']],
    ['uniqueItems', { type: 'array', uniqueItems: true }, ['a', 'a']],
    ['items', { type: 'array', items: { type: 'string', enum: ['a'] } }, ['b']],
  ];
  for (const [keyword, schema, value] of violationsByKeyword) {
    it(`reports a violation of ${keyword} once, with the property`, () => {
      const violations = problems(objectWith(schema), { field: value });
      assert.equal(violations.length, 1);
      assert.equal(violations[0]?.property, 'field');
      assert.match(violations[0]?.message ?? '', /^\S.*\S$/);
    });
  }

  it('names a required property that is missing', () => {
    assert.deepEqual(problems(objectWith(text, { required: ['field'] }), {}), [
      { property: 'field', message: 'The server needs this too.', text: 'The server needs this too.' },
    ]);
  });

  it('names a property that is not allowed', () => {
    const [problem] = problems(objectWith(text, { additionalProperties: false }), { other: 1 });
    assert.equal(problem?.property, 'other');
  });

  it('applies keywords that relate several properties', () => {
    const schema = { type: 'object', properties: { a: text, b: text }, dependentRequired: { a: ['b'] } };
    assert.equal(problems(schema, { a: 'x' })[0]?.property, 'b');
    assert.equal(problems({ ...schema, minProperties: 1 }, {})[0]?.property, undefined);
  });

  it('has no rounding error for a decimal multipleOf', () => {
    assert.deepEqual(problems(objectWith({ type: 'number', multipleOf: 0.1 }), { field: 0.3 }), []);
  });

  for (const dialect of [
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft/2019-09/schema',
  ]) {
    it(`supports the dialect ${dialect}`, () => {
      const schema = objectWith({ type: 'integer' }, { $schema: dialect });
      assert.deepEqual(problems(schema, { field: 1 }), []);
      assert.equal(problems(schema, { field: 1.5 }).length, 1);
    });
  }

  it('accepts the same $id from two servers', () => {
    const first = objectWith(text, { $id: 'https://example.com/form' });
    const second = objectWith({ type: 'integer' }, { $id: 'https://example.com/form' });
    assert.deepEqual(problems(first, { field: 'x' }), []);
    assert.deepEqual(problems(second, { field: 1 }), []);
    assert.equal(problems(first, { field: 1 }).length, 1);
  });

  it('does not follow a reference to a schema of another server', () => {
    problems(objectWith(text, { $id: 'https://example.com/secret' }), { field: 'x' });
    assert.match(
      problems(objectWith({ $ref: 'https://example.com/secret' }), { field: 'x' })[0]?.message ?? '',
      /cannot be used/,
    );
  });

  it('rejects invalid content even if the schema has $async', () => {
    assert.equal(problems(objectWith({ type: 'integer' }, { $async: true }), { field: 'x' }).length, 1);
  });

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b~c']) {
    it(`applies to a property named ${JSON.stringify(name)}`, () => {
      const schema = JSON.parse(
        `{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}},"required":[${JSON.stringify(name)}],"additionalProperties":false}`,
      );
      const content = (value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
      assert.deepEqual(problems(schema, content('x')), []);
      assert.equal(problems(schema, content(5))[0]?.property, name);
      assert.equal(problems(schema, {})[0]?.property, name);
    });
  }

  it('reports a value as unchecked if a pattern is too slow', () => {
    // The time limit of the test is an assertion: without a limit the pattern would run far longer.
    const slow = `${'d'.repeat(50)}!`;
    for (const schema of [
      objectWith({ ...text, pattern: '^(d+)+$' }),
      { type: 'object', patternProperties: { '^(d+)+$': { type: 'integer' } } },
      { type: 'object', propertyNames: { pattern: '^(d+)+$' } },
      { type: 'object', not: { propertyNames: { pattern: '^(d+)+$' } } },
    ]) {
      const content = 'properties' in schema ? { field: slow } : { [slow]: 'x' };
      const verdict = new ValidationEngine().check('server', JSON.stringify(schema), content);
      assert.deepEqual(
        [verdict.kind, 'why' in verdict && verdict.why],
        ['unchecked', 'tooCostly'],
        JSON.stringify(schema),
      );
    }
  });

  it('distinguishes the patterns of one schema', () => {
    const schema = { type: 'object', properties: { a: { ...text, pattern: '^a$' }, b: { ...text, pattern: '^b$' } } };
    assert.deepEqual(problems(schema, { a: 'a', b: 'b' }), []);
    assert.deepEqual(
      problems(schema, { a: 'b', b: 'a' }).map(({ property }) => property),
      ['a', 'b'],
    );
  });

  it('succeeds after many schemas', () => {
    for (let index = 0; index < 200; index += 1) {
      assert.deepEqual(problems(objectWith({ type: 'integer', minimum: index }), { field: index }), []);
    }
  });

  const unusable: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['a text', 'schema'],
    ['an array', []],
    ['an unknown type', objectWith({ type: 'money' })],
    ['a minimum that is a text', objectWith({ type: 'number', minimum: 'one' })],
    ['a reference to another document', objectWith({ $ref: 'https://example.com/x.json' })],
    ['required that is a text', { type: 'object', required: 'field' }],
  ];
  for (const [what, schema] of unusable) {
    it(`reports an unusable schema: ${what}`, () => {
      const [problem] = problems(schema, { field: 1 });
      assert.match(problem?.message ?? '', /^The schema of the server cannot be used to check this: /);
    });
  }

  it('does not fail for content that is deeper than the stack', () => {
    const schema = { $defs: { node: { properties: { n: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
    let content: Record<string, unknown> = {};
    for (let depth = 0; depth < 50_000; depth += 1) {
      content = { n: content };
    }
    assert.ok(Array.isArray(problems(schema, content)));
  });

  it('supports a tuple as the dialect of the schema defines it', () => {
    const items = [{ type: 'string' }, { type: 'integer' }];
    for (const $schema of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema']) {
      const schema = objectWith({ type: 'array', items }, { $schema });
      assert.deepEqual(problems(schema, { field: ['a', 1] }), []);
      assert.equal(problems(schema, { field: [1, 'a'] }).length, 2);
    }
    const schema = objectWith({ type: 'array', prefixItems: items });
    assert.equal(problems(schema, { field: [1, 'a'] }).length, 2);
  });

  for (const $schema of ['http://json-schema.org/draft-04/schema#', 'urn:other', 5]) {
    it(`reports an unsupported dialect: ${$schema}`, () => {
      const verdict = engine.check('server', JSON.stringify(objectWith(text, { $schema })), { field: 5 });
      assert.deepEqual(verdict, { kind: 'unchecked', why: 'dialect' });
    });
  }

  it('follows a dynamic reference', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { children: { type: 'array', items: { $dynamicRef: '#node' } }, name: text },
    };
    assert.deepEqual(problems(schema, { children: [{ children: [], name: 'a' }] }), []);
    assert.equal(problems(schema, { children: [{ children: [{ name: 1 }] }] }).length, 1);
  });

  for (const $id of ['urn:x', 'not a uri', 'https://example.com/tool.json', '', 5]) {
    it(`ignores the identifier ${JSON.stringify($id)}`, () => {
      const schema = objectWith({ $ref: `${$id}#/$defs/text` }, { $id, $defs: { text } });
      const local = objectWith({ $ref: '#/$defs/text' }, { $id, $defs: { text } });
      for (const one of typeof $id === 'string' ? [schema, local] : [local]) {
        assert.deepEqual(problems(one, { field: 'x' }), []);
        assert.equal(problems(one, { field: 1 }).length, 1);
      }
    });
  }

  it('follows a reference that is relative to the identifier of the root', () => {
    const tree = { $id: 'https://example.com/tree', type: 'string' };
    const schema = objectWith({ $ref: 'tree' }, { $id: 'https://example.com/root', $defs: { tree } });
    assert.deepEqual(problems(schema, { field: 'x' }), []);
    assert.equal(problems(schema, { field: 1 }).length, 1);
  });

  const drafts = ['draft-07/schema', 'draft/2019-09/schema', 'draft/2020-12/schema'];
  for (const $schema of [undefined, ...drafts.map((draft) => `https://json-schema.org/${draft}`)]) {
    it(`treats a format as an annotation in a tool's schema (${$schema ?? 'no dialect'})`, () => {
      const invalidForFormat: readonly (readonly [string, unknown])[] = [
        ['date-time', '2026-03-31T14:30:00'],
        ['time', '14:30:00'],
        ['uri', 'example.com/x'],
        ['hostname', 'my_host'],
        ['email', 'b'],
        ['int32', 2 ** 31],
        ['no-such-format', 'x'],
      ];
      for (const [format, value] of invalidForFormat) {
        assert.deepEqual(
          problems(objectWith({ format }, $schema === undefined ? {} : { $schema }), { field: value }),
          [],
          format,
        );
      }
    });
  }

  it('asserts the formats of a form, unlike those of a tool', () => {
    const schema = objectWith({ ...text, format: 'email' });
    const check = (value: string) => engine.check('server', JSON.stringify(schema), { field: value }, 'asserted').kind;
    assert.equal(check('b'), 'invalid');
    assert.equal(check('root@localhost'), 'valid', 'a host may have no dot');
    assert.equal(
      engine.check('server', JSON.stringify(schema), { field: 'b' }).kind,
      'valid',
      'the same schema of a tool',
    );
  });

  it('ignores keywords beside a reference in draft-07, and applies them in 2020-12', () => {
    const schema = objectWith({ $ref: '#/definitions/any', minLength: 2 }, { definitions: { any: text } });
    assert.deepEqual(problems({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }, { field: 'a' }), []);
    assert.equal(problems(schema, { field: 'a' }).length, 1);
  });

  it('applies dependencies in draft-07, and ignores them in 2020-12', () => {
    const schema = objectWith(text, { dependencies: { field: ['other'] } });
    assert.deepEqual(problems(schema, { field: 'a' }), []);
    assert.equal(problems({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }, { field: 'a' }).length, 1);
    assert.equal(problems(objectWith(text, { dependentRequired: { field: ['other'] } }), { field: 'a' }).length, 1);
  });
});

describe('a schema with many names', () => {
  const properties = (count: number, property: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property]));
  const verdict = (schema: object) => {
    const result = engine.check('server', JSON.stringify(schema), {});
    return result.kind === 'unchecked' ? result.why : result.kind;
  };

  it('is checked up to 4,000 names, not counting annotations', () => {
    // Each property counts as two names, and `properties` as one.
    const described = { type: 'string', title: 'Title', description: 'Description' };
    assert.equal(verdict({ properties: { ...properties(1999, described), last: {} } }), 'valid');
    assert.equal(verdict({ properties: { ...properties(1999, described), last: {}, one: {} } }), 'tooCostly');
  }).timeout(20_000);

  it('is checked up to 7,000 names including definitions', () => {
    const schema = (count: number) => ({ $defs: properties(count, { type: 'string' }) });
    assert.equal(verdict(schema(3499)), 'valid');
    assert.equal(verdict(schema(3500)), 'tooCostly');
  });

  it('may have thousands of titled options, which count as their values', () => {
    const oneOf = Array.from({ length: 5000 }, (_, index) => ({ const: `v${index}`, title: `Title ${index}` }));
    assert.equal(verdict({ properties: { field: { type: 'string', oneOf } } }), 'valid');
  });
});
