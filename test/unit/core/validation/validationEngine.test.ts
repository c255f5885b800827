import assert from 'node:assert/strict';
import { type ContentProblem, problemsOf, uncheckedText } from '#core/validation/problems.ts';
import { Engine } from '#core/validation/validationEngine.ts';

const engine = new Engine();
const of = (it: unknown, more: object = {}) => ({ type: 'object', properties: { it }, ...more });
const problems = (schema: unknown, content: unknown): ContentProblem[] => {
  const verdict = engine.check('server', schema, content);
  switch (verdict.kind) {
    case 'valid':
      return [];
    case 'invalid':
      return problemsOf(verdict.errors);
    case 'unchecked':
      return [{ message: uncheckedText(verdict) }];
  }
};

const text = { type: 'string' };

describe('checking content against its schema', () => {
  it('accepts valid content', () => {
    assert.deepEqual(problems(of(text, { required: ['it'] }), { it: 'x' }), []);
  });

  const broken: readonly (readonly [string, object, unknown])[] = [
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
  for (const [keyword, schema, value] of broken) {
    it(`reports a violation of ${keyword} once, with the property`, () => {
      const found = problems(of(schema), { it: value });
      assert.equal(found.length, 1);
      assert.equal(found[0]?.property, 'it');
      assert.match(found[0]?.message ?? '', /^\S.*\S$/);
    });
  }

  it('names a required property that is missing', () => {
    assert.deepEqual(problems(of(text, { required: ['it'] }), {}), [
      { property: 'it', message: 'The server needs this too.' },
    ]);
  });

  it('names a property that is not allowed', () => {
    const [problem] = problems(of(text, { additionalProperties: false }), { other: 1 });
    assert.equal(problem?.property, 'other');
  });

  it('applies rules between properties', () => {
    const schema = { type: 'object', properties: { a: text, b: text }, dependentRequired: { a: ['b'] } };
    assert.equal(problems(schema, { a: 'x' })[0]?.property, 'b');
    assert.equal(problems({ ...schema, minProperties: 1 }, {})[0]?.property, undefined);
  });

  it('counts decimals as decimals', () => {
    assert.deepEqual(problems(of({ type: 'number', multipleOf: 0.1 }), { it: 0.3 }), []);
  });

  for (const dialect of [
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft/2019-09/schema',
  ]) {
    it(`supports the dialect ${dialect}`, () => {
      const schema = of({ type: 'integer' }, { $schema: dialect });
      assert.deepEqual(problems(schema, { it: 1 }), []);
      assert.equal(problems(schema, { it: 1.5 }).length, 1);
    });
  }

  it('accepts the same $id from two servers', () => {
    const first = of(text, { $id: 'https://example.com/form' });
    const second = of({ type: 'integer' }, { $id: 'https://example.com/form' });
    assert.deepEqual(problems(first, { it: 'x' }), []);
    assert.deepEqual(problems(second, { it: 1 }), []);
    assert.equal(problems(first, { it: 1 }).length, 1);
  });

  it("lets no schema refer to another server's", () => {
    problems(of(text, { $id: 'https://example.com/secret' }), { it: 'x' });
    assert.match(problems(of({ $ref: 'https://example.com/secret' }), { it: 'x' })[0]?.message ?? '', /cannot be used/);
  });

  it('does not accept a promise as valid', () => {
    assert.equal(problems(of({ type: 'integer' }, { $async: true }), { it: 'x' }).length, 1);
  });

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b~c']) {
    it(`checks ${JSON.stringify(name)} like any other property`, () => {
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
    // Mocha's limit is the assertion: by itself it would run for ages.
    const slow = `${'d'.repeat(50)}!`;
    for (const schema of [
      of({ ...text, pattern: '^(d+)+$' }),
      { type: 'object', patternProperties: { '^(d+)+$': { type: 'integer' } } },
      { type: 'object', propertyNames: { pattern: '^(d+)+$' } },
      { type: 'object', not: { propertyNames: { pattern: '^(d+)+$' } } },
    ]) {
      const content = 'properties' in schema ? { it: slow } : { [slow]: 'x' };
      const verdict = new Engine().check('server', schema, content);
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

  it('still checks after many schemas', () => {
    for (let index = 0; index < 200; index += 1) {
      assert.deepEqual(problems(of({ type: 'integer', minimum: index }), { it: index }), []);
    }
  });

  const unusable: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'schema'],
    ['an array', []],
    ['an unknown type', of({ type: 'money' })],
    ['a minimum in words', of({ type: 'number', minimum: 'one' })],
    ['a reference that leads elsewhere', of({ $ref: 'https://example.com/x.json' })],
    ['a pattern for names that is none', { type: 'object', required: 'it' }],
    ['a circle', Object.assign([], { 0: 1n })],
  ];
  for (const [idea, schema] of unusable) {
    it(`reports an unusable schema: ${idea}`, () => {
      const [problem] = problems(schema, { it: 1 });
      assert.match(problem?.message ?? '', /^The schema of the server cannot be used to check this: /);
    });
  }

  it('survives content that is deeper than the stack', () => {
    const schema = { $defs: { node: { properties: { n: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
    let content: Record<string, unknown> = {};
    for (let depth = 0; depth < 50_000; depth += 1) {
      content = { n: content };
    }
    assert.ok(Array.isArray(problems(schema, content)));
  });

  it('reads a tuple by the dialect of the schema', () => {
    const items = [{ type: 'string' }, { type: 'integer' }];
    for (const $schema of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema']) {
      const schema = of({ type: 'array', items }, { $schema });
      assert.deepEqual(problems(schema, { it: ['a', 1] }), []);
      assert.equal(problems(schema, { it: [1, 'a'] }).length, 2);
    }
    const schema = of({ type: 'array', prefixItems: items });
    assert.equal(problems(schema, { it: [1, 'a'] }).length, 2);
  });

  for (const $schema of ['http://json-schema.org/draft-04/schema#', 'urn:other', 5]) {
    it(`reports an unsupported dialect: ${$schema}`, () => {
      const verdict = engine.check('server', of(text, { $schema }), { it: 5 });
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
      const schema = of({ $ref: `${$id}#/$defs/text` }, { $id, $defs: { text } });
      const local = of({ $ref: '#/$defs/text' }, { $id, $defs: { text } });
      for (const one of typeof $id === 'string' ? [schema, local] : [local]) {
        assert.deepEqual(problems(one, { it: 'x' }), []);
        assert.equal(problems(one, { it: 1 }).length, 1);
      }
    });
  }

  it('follows a reference that is relative to the identifier of the root', () => {
    const tree = { $id: 'https://example.com/tree', type: 'string' };
    const schema = of({ $ref: 'tree' }, { $id: 'https://example.com/root', $defs: { tree } });
    assert.deepEqual(problems(schema, { it: 'x' }), []);
    assert.equal(problems(schema, { it: 1 }).length, 1);
  });

  const drafts = ['draft-07/schema', 'draft/2019-09/schema', 'draft/2020-12/schema'];
  for (const $schema of [undefined, ...drafts.map((draft) => `https://json-schema.org/${draft}`)]) {
    it(`treats a format as an annotation in a tool's schema (${$schema ?? 'no dialect'})`, () => {
      const doubtful: readonly (readonly [string, unknown])[] = [
        ['date-time', '2026-03-31T14:30:00'],
        ['time', '14:30:00'],
        ['uri', 'example.com/x'],
        ['hostname', 'my_host'],
        ['email', 'b'],
        ['int32', 2 ** 31],
        ['no-such-format', 'x'],
      ];
      for (const [format, it] of doubtful) {
        assert.deepEqual(problems(of({ format }, $schema === undefined ? {} : { $schema }), { it }), [], format);
      }
    });
  }

  it('asserts the formats of a form', () => {
    const schema = of({ ...text, format: 'email' });
    const check = (it: string) => engine.check('server', schema, { it }, 'asserted').kind;
    assert.equal(check('b'), 'invalid');
    assert.equal(check('root@localhost'), 'valid', 'a host may have no dot');
    assert.equal(engine.check('server', schema, { it: 'b' }).kind, 'valid', 'the same schema of a tool');
  });

  it('ignores keywords beside a reference in draft-07, but not in 2020-12', () => {
    const schema = of({ $ref: '#/definitions/any', minLength: 2 }, { definitions: { any: text } });
    assert.deepEqual(problems({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }, { it: 'a' }), []);
    assert.equal(problems(schema, { it: 'a' }).length, 1);
  });

  it('supports dependencies in draft-07, but not in 2020-12', () => {
    const schema = of(text, { dependencies: { it: ['other'] } });
    assert.deepEqual(problems(schema, { it: 'a' }), []);
    assert.equal(problems({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' }, { it: 'a' }).length, 1);
    assert.equal(problems(of(text, { dependentRequired: { it: ['other'] } }), { it: 'a' }).length, 1);
  });
});

describe('a schema with many names', () => {
  const properties = (count: number, of: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of]));
  const verdict = (schema: object) => {
    const found = engine.check('server', schema, {});
    return found.kind === 'unchecked' ? found.why : found.kind;
  };

  it('is checked up to 4,000 names, not counting annotations', () => {
    // Each property has two, and `properties` is one.
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
    assert.equal(verdict({ properties: { it: { type: 'string', oneOf } } }), 'valid');
  });
});
