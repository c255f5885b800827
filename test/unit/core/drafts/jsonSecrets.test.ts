import assert from 'node:assert/strict';
import { JsonSecrets } from '#core/drafts/jsonSecrets.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const without = (schema: unknown, value: unknown) => new JsonSecrets(schema).redact(JSON.stringify(value));
const words = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

describe('the description of secrets in a schema', () => {
  const title = 'Your password';
  for (const [what, f, rest] of [
    ['a format', { format: 'password' }],
    ['writeOnly', { writeOnly: true }],
    ['the pattern of a token', { pattern: '^ghp_[A-Za-z0-9]{36}$' }],
    ['a title in anyOf', { anyOf: [{ title }, { type: 'null' }] }],
    ['a title behind a reference', { $ref: '#/$defs/a~1b' }, { $defs: { 'a/b': { title } } }],
    ['a title behind a reference in allOf', { allOf: [{ $ref: '#/%24defs/a' }] }, { $defs: { a: { title } } }],
    ['a title that stands elsewhere', { $ref: '#/if/properties/g' }, { if: object({ g: { title } }) }],
    ['what its items are', { type: 'array', items: { format: 'password' } }],
    ['what anything in it is', { type: 'object', additionalProperties: { writeOnly: true } }],
  ] as const) {
    it(`is found in ${what}`, () => {
      assert.deepEqual(without(object({ f }, rest), { f: ['hunter2'], city: 'Oslo' }), {
        text: '{"f":"","city":"Oslo"}',
        secrets: ['f'],
      });
    });
  }

  it('is found through circular references', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, word: { format: 'password' } } };
    const schema = { ...object({ root: { $ref: '#/$defs/node' } }), $defs: { node } };
    assert.equal(
      without(schema, { root: { next: { word: 'x', city: 'Oslo' } } }).text,
      '{"root":{"next":{"word":"","city":"Oslo"}}}',
    );
  });

  for (const [what, schema] of [
    ['a secret is under any name', object({}, { additionalProperties: { format: 'password' } })],
    ['a secret is under a pattern of names', object({}, { patternProperties: { '^x': { title: 'Password' } } })],
    ['a reference leads elsewhere', object({ f: { $ref: 'https://example.com/schema.json' } })],
    ['a reference leads nowhere', object({ f: { $ref: '#/$defs/none' } })],
    ['a reference is found at run time', object({ f: { $dynamicRef: '#node' } })],
    ['references may mean another schema', object({ f: { $id: 'f', $ref: '#/$defs/x' } }, { $defs: { x: {} } })],
    ['it has too many parts', { allOf: Array.from({ length: 20_000 }, () => ({})) }],
    ['it has too many words', object({ f: { description: 'word '.repeat(60_001) } })],
  ] as const) {
    it(`prevents writing if ${what}`, () => {
      assert.deepEqual(without(schema, { city: 'Oslo' }), { text: undefined, secrets: [] });
    });
  }

  it('is read up to the limits', () => {
    const parts = { allOf: Array.from({ length: 19_998 }, () => ({})) };
    assert.equal(without(parts, { city: 'Oslo' }).text, '{"city":"Oslo"}');
    const long = object({ f: { description: 'x'.repeat(299_999) } });
    assert.equal(without(long, { city: 'Oslo' }).text, '{"city":"Oslo"}');
  });

  it('does not include the values that it lists, or its own title', () => {
    const schema = object({ kind: { enum: ['password'], default: 'password' } }, { title: 'Change the password' });
    assert.equal(without(schema, { city: 'Oslo' }).text, '{"city":"Oslo"}');
  });
});

describe('secrets in JSON without a description in the schema', () => {
  for (const [what, value, open] of [
    [
      'under a header’s name',
      { h: { Authorization: 'Basic x', Accept: '*/*' } },
      { h: { Authorization: '', Accept: '*/*' } },
    ],
    [
      'beside their name',
      { headers: [{ name: 'Authorization', value: 'x' }], city: 'Oslo' },
      { headers: [''], city: 'Oslo' },
    ],
    [
      'beside their name in a list',
      {
        env: [
          ['HOME', '/'],
          ['DB_PASSWORD', 'x'],
        ],
      },
      { env: [['HOME', '/'], ''] },
    ],
    ['behind an option', { run: { args: ['--password', 'x'] }, city: 'Oslo' }, { run: { args: '' }, city: 'Oslo' }],
    ['behind their name in one text', { run: { header: 'Cookie: x' }, city: 'Oslo' }, { run: '', city: 'Oslo' }],
  ] as const) {
    it(`are found ${what}`, () => {
      assert.equal(without({}, value).text, JSON.stringify(open));
    });
  }

  it('are not written if the whole text is beside the name of a secret', () => {
    assert.equal(without({}, { name: 'API_KEY', value: 'x' }).text, undefined);
  });

  it('are not written while the user deletes their name character by character', () => {
    const secrets = new JsonSecrets({});
    for (const name of ['Authorization', 'Authorizatio', 'Auth', '']) {
      assert.doesNotMatch(
        secrets.redact(JSON.stringify({ headers: [{ name, value: 'hunter2' }] })).text ?? '',
        /hunter2/,
      );
    }
  });

  it('are searched under a limited number of names, and beyond nothing is written', () => {
    assert.notEqual(without({}, words(2000)).text, undefined);
    assert.equal(without({}, words(2001)).text, undefined);
  });

  it('are searched beside a limited number of texts, and beyond nothing is written', () => {
    const list = (count: number) => ({ list: Object.keys(words(count)) });
    assert.notEqual(without({}, list(2000)).text, undefined);
    assert.equal(without({}, list(2001)).text, undefined);
  });
});
