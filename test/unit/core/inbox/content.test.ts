import assert from 'node:assert/strict';
import { matchesPattern } from '../../../../src/core/guard/patterns.ts';
import { ContentCheck } from '../../../../src/core/inbox/content.ts';

const check = new ContentCheck(matchesPattern);
const of = (it: unknown, more: object = {}) => ({ type: 'object', properties: { it }, ...more });
const problems = (schema: unknown, content: Record<string, unknown>) => check.check(schema, content);

const text = { type: 'string' };

describe('checking content against its schema', () => {
  it('finds nothing wrong with content that keeps it', () => {
    assert.deepEqual(problems(of(text, { required: ['it'] }), { it: 'x' }), []);
  });

  const broken: readonly (readonly [string, object, unknown])[] = [
    ['type', text, 5],
    ['minLength', { ...text, minLength: 2 }, 'a'],
    ['pattern', { ...text, pattern: '^a$' }, 'b'],
    ['format', { ...text, format: 'email' }, 'b'],
    ['enum', { ...text, enum: ['a'] }, 'b'],
    ['const', { type: 'boolean', const: true }, false],
    ['oneOf', { ...text, oneOf: [{ const: 'a' }, { const: 'b' }] }, 'c'],
    ['integer', { type: 'integer' }, 1.5],
    ['minimum', { type: 'number', minimum: 1 }, 0],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 1 }, 1],
    ['multipleOf', { type: 'number', multipleOf: 0.1 }, 0.35],
    ['int32', { type: 'integer', format: 'int32' }, 2 ** 31],
    ['maxItems', { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b']],
    ['uniqueItems', { type: 'array', uniqueItems: true }, ['a', 'a']],
    ['items', { type: 'array', items: { type: 'string', enum: ['a'] } }, ['b']],
  ];
  for (const [keyword, schema, value] of broken) {
    it(`says once, of the property, that ${keyword} is broken`, () => {
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

  it('names a property that must not be there', () => {
    const [problem] = problems(of(text, { additionalProperties: false }), { other: 1 });
    assert.equal(problem?.property, 'other');
  });

  it('keeps rules between properties', () => {
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
    'urn:other',
  ]) {
    it(`reads a schema that says ${dialect}`, () => {
      const schema = of({ type: 'integer' }, { $schema: dialect });
      assert.deepEqual(problems(schema, { it: 1 }), []);
      assert.equal(problems(schema, { it: 1.5 }).length, 1);
    });
  }

  it('lets two servers call their schemas by one $id', () => {
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

  it('takes no promise for a yes', () => {
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

  it('stops a pattern that runs away', () => {
    // Mocha's limit is the assertion: by itself it would run for ages.
    const found = problems(of({ ...text, pattern: '^(d+)+$' }), { it: `${'d'.repeat(50)}!` });
    assert.equal(found.length, 1);
  });

  it('tells patterns of one schema apart', () => {
    const schema = { type: 'object', properties: { a: { ...text, pattern: '^a$' }, b: { ...text, pattern: '^b$' } } };
    assert.deepEqual(problems(schema, { a: 'a', b: 'b' }), []);
    assert.deepEqual(
      problems(schema, { a: 'b', b: 'a' }).map(({ property }) => property),
      ['a', 'b'],
    );
  });

  it('keeps the newest 50 schemas as they were compiled', () => {
    const compilations: object[] = [];
    const keeping = new ContentCheck((_pattern, _text, schema) => {
      compilations.push(schema);
      return true;
    });
    const look = (schema: number) =>
      keeping.check(of({ type: 'string', pattern: '^x$', minLength: schema }), { it: 'x'.repeat(100) });
    look(0);
    for (let schema = 1; schema <= 49; schema += 1) {
      look(schema);
    }
    look(0);
    assert.equal(compilations.at(-1), compilations[0]);
    look(50);
    look(0);
    assert.equal(compilations.at(-1), compilations[0]);
    look(1);
    assert.notEqual(compilations.at(-1), compilations[1]);
  });

  it('keeps no more of them because the schemas themselves are kept', () => {
    const compilations: object[] = [];
    const keeping = new ContentCheck((_pattern, _text, schema) => {
      compilations.push(schema);
      return true;
    });
    const schemas = Array.from({ length: 51 }, (_, index) => of({ type: 'string', pattern: '^x$', minLength: index }));
    const look = (index: number) => keeping.check(schemas[index], { it: 'x'.repeat(100) });
    look(0);
    for (let index = 1; index <= 50; index += 1) {
      look(index);
    }
    look(0);
    assert.notEqual(compilations.at(-1), compilations[0], 'the oldest is forgotten');
    look(2);
    assert.equal(compilations.at(-1), compilations[2]);
    look(1);
    look(3);
    look(2);
    assert.equal(compilations.at(-1), compilations[2], 'the newest is the one that was used last');
  });

  it('goes on checking when many schemas have been', () => {
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
    it(`says that a schema is unusable: ${idea}`, () => {
      const [problem] = problems(schema, { it: 1 });
      assert.match(problem?.message ?? '', /^The server's schema cannot be used: /);
      assert.equal(check.schemaProblem(schema), problem?.message);
    });
  }

  it('says nothing against a schema that can be used', () => {
    assert.equal(check.schemaProblem(of(text)), undefined);
  });

  it('survives content that is deeper than the stack', () => {
    const schema = { $defs: { node: { properties: { n: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
    let content: Record<string, unknown> = {};
    for (let depth = 0; depth < 50_000; depth += 1) {
      content = { n: content };
    }
    assert.ok(Array.isArray(problems(schema, content)));
  });
});
