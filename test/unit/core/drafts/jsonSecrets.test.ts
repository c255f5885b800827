import assert from 'node:assert/strict';
import { JsonSecrets } from '#core/drafts/jsonSecrets.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const redact = (schema: unknown, value: unknown) => new JsonSecrets(schema).redact(JSON.stringify(value));
const numberedProperties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

describe('a secret that the schema describes', () => {
  const title = 'Your password';
  for (const [what, f, rest] of [
    ['by a format', { format: 'password' }],
    ['by writeOnly', { writeOnly: true }],
    ['by the pattern of a token', { pattern: '^ghp_[A-Za-z0-9]{36}$' }],
    ['by a title in anyOf', { anyOf: [{ title }, { type: 'null' }] }],
    ['by a title in a referenced schema', { $ref: '#/$defs/a~1b' }, { $defs: { 'a/b': { title } } }],
    ['by a title in a referenced schema in allOf', { allOf: [{ $ref: '#/%24defs/a' }] }, { $defs: { a: { title } } }],
    ['by a title in a schema outside of $defs', { $ref: '#/if/properties/g' }, { if: object({ g: { title } }) }],
    ['by the schema of its items', { type: 'array', items: { format: 'password' } }],
    ['by the schema of additional properties', { type: 'object', additionalProperties: { writeOnly: true } }],
  ] as const) {
    it(`${what} is redacted`, () => {
      assert.deepEqual(redact(object({ f }, rest), { f: ['hunter2'], city: 'Oslo' }), {
        text: '{"f":"","city":"Oslo"}',
        secrets: ['f'],
      });
    });
  }

  it('is redacted if the references are circular', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, word: { format: 'password' } } };
    const schema = { ...object({ root: { $ref: '#/$defs/node' } }), $defs: { node } };
    assert.equal(
      redact(schema, { root: { next: { word: 'x', city: 'Oslo' } } }).text,
      '{"root":{"next":{"word":"","city":"Oslo"}}}',
    );
  });

  for (const [what, schema] of [
    ['any property name may hold a secret', object({}, { additionalProperties: { format: 'password' } })],
    ['names of a pattern may hold a secret', object({}, { patternProperties: { '^x': { title: 'Password' } } })],
    ['a reference leads to another document', object({ f: { $ref: 'https://example.com/schema.json' } })],
    ['a reference leads nowhere', object({ f: { $ref: '#/$defs/none' } })],
    ['a reference is dynamic', object({ f: { $dynamicRef: '#node' } })],
    ['a reference is relative to an $id', object({ f: { $id: 'f', $ref: '#/$defs/x' } }, { $defs: { x: {} } })],
    ['the schema has too many parts', { allOf: Array.from({ length: 20_000 }, () => ({})) }],
    ['the schema has too many words', object({ f: { description: 'word '.repeat(60_001) } })],
  ] as const) {
    it(`is not searched for, and nothing is written, if ${what}`, () => {
      assert.deepEqual(redact(schema, { city: 'Oslo' }), { text: undefined, secrets: [] });
    });
  }

  it('is searched for in a schema at the limits', () => {
    const parts = { allOf: Array.from({ length: 19_998 }, () => ({})) };
    assert.equal(redact(parts, { city: 'Oslo' }).text, '{"city":"Oslo"}');
    const long = object({ f: { description: 'x'.repeat(299_999) } });
    assert.equal(redact(long, { city: 'Oslo' }).text, '{"city":"Oslo"}');
  });

  it('is not inferred from options, from a default or from the title of the whole schema', () => {
    const schema = object({ kind: { enum: ['password'], default: 'password' } }, { title: 'Change the password' });
    assert.equal(redact(schema, { city: 'Oslo' }).text, '{"city":"Oslo"}');
  });
});

describe('secrets in JSON without a description in the schema', () => {
  for (const [what, value, redacted] of [
    [
      'under the name of a header',
      { h: { Authorization: 'Basic x', Accept: '*/*' } },
      { h: { Authorization: '', Accept: '*/*' } },
    ],
    [
      'as the value beside a name',
      { headers: [{ name: 'Authorization', value: 'x' }], city: 'Oslo' },
      { headers: [''], city: 'Oslo' },
    ],
    [
      'after a name in an array',
      {
        env: [
          ['HOME', '/'],
          ['DB_PASSWORD', 'x'],
        ],
      },
      { env: [['HOME', '/'], ''] },
    ],
    [
      'after a command-line option',
      { run: { args: ['--password', 'x'] }, city: 'Oslo' },
      { run: { args: '' }, city: 'Oslo' },
    ],
    ['after a name in the same text', { run: { header: 'Cookie: x' }, city: 'Oslo' }, { run: '', city: 'Oslo' }],
  ] as const) {
    it(`are redacted ${what}`, () => {
      assert.equal(redact({}, value).text, JSON.stringify(redacted));
    });
  }

  it('prevent writing if the whole value is the value of a secret name', () => {
    assert.equal(redact({}, { name: 'API_KEY', value: 'x' }).text, undefined);
  });

  it('prevent writing if the name of another value is a secret, also beside a secret that is empty', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    assert.equal(redact({}, { [token]: 1 }).text, undefined);
    assert.equal(redact({}, { password: '', [token]: 1 }).text, undefined);
  });

  it('stay redacted while the user deletes their name character by character', () => {
    const secrets = new JsonSecrets({});
    for (const name of ['Authorization', 'Authorizatio', 'Auth', '']) {
      assert.doesNotMatch(
        secrets.redact(JSON.stringify({ headers: [{ name, value: 'hunter2' }] })).text ?? '',
        /hunter2/,
      );
    }
  });

  it('are searched under at most 2000 names; with more names nothing is written', () => {
    assert.notEqual(redact({}, numberedProperties(2000)).text, undefined);
    assert.equal(redact({}, numberedProperties(2001)).text, undefined);
  });

  it('are searched beside at most 2000 texts; with more texts nothing is written', () => {
    const list = (count: number) => ({ list: Object.keys(numberedProperties(count)) });
    assert.notEqual(redact({}, list(2000)).text, undefined);
    assert.equal(redact({}, list(2001)).text, undefined);
  });
});
