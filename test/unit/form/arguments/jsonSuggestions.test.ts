import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonSuggestions } from '#form/schema/jsonSuggestions.ts';

const schema = {
  type: 'array',
  items: {
    anyOf: [
      {
        type: 'object',
        properties: {
          kind: { const: 'person' },
          name: { type: 'string', description: 'As written' },
          diet: { enum: ['all', 'vegan'] },
          vip: { type: 'boolean' },
          home: { $ref: '#/$defs/place' },
        },
        required: ['kind', 'name'],
      },
      { type: 'object', properties: { kind: { const: 'animal' }, legs: { type: 'integer', default: 4 } } },
    ],
  },
  $defs: { place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
};

/** The labels at the mark `|`. */
function labels(marked: string, of: Readonly<Record<string, unknown>> = schema): string[] {
  const offset = marked.indexOf('|');
  return jsonSuggestions([of], of, marked.replace('|', ''), offset).items.map(({ label }) => label);
}

/** The text after the suggestion with this label was inserted, with the caret as `|`. */
function inserted(marked: string, label: string, of: Readonly<Record<string, unknown>> = schema): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, items } = jsonSuggestions([of], of, text, offset);
  const item = items.find((one) => one.label === label);
  assert.ok(item, `no suggestion ${label}`);
  return `${text.slice(0, from)}${item.insert.slice(0, item.caret)}|${item.insert.slice(item.caret)}${text.slice(to)}`;
}

describe('suggestions in JSON', () => {
  const places: readonly (readonly [marked: string, labels: readonly string[]])[] = [
    ['[{|', ['kind', 'name', 'diet', 'vip', 'home', 'legs']],
    ['[{"n|', ['name']],
    ['[{"n|"}]', ['name']],
    ['[{"kind": "animal", |', ['legs']],
    ['[{"kind": "person", "name": "", |}]', ['diet', 'vip', 'home']],
    ['[{|, "name": 1}]', ['kind', 'diet', 'vip', 'home', 'legs']],
    ['[{"diet": |', ['"all"', '"vegan"']],
    ['[{"diet": "v|', ['"vegan"']],
    ['[{"vip": |}]', ['true', 'false']],
    ['[{"vip": t|', ['true']],
    ['[{"kind": |', ['"person"', '"animal"']],
    ['[{}, {"home": {|', ['city']],
    ['[{"name": "x" |', []],
    ['[{"name": "x"} x |', []],
    ['nothing of JSON |', []],
  ];
  for (const [marked, expected] of places) {
    it(`at ${marked}`, () => {
      assert.deepEqual(labels(marked), expected);
    });
  }

  const insertions: readonly (readonly [marked: string, label: string, text: string])[] = [
    ['[{"n|', 'name', '[{"name": "|"'],
    ['[{"n|": 1}]', 'name', '[{"name"|: 1}]'],
    ['[{|"name": 1}]', 'vip', '[{"vip": null,|"name": 1}]'],
    ['[\n  {|', 'home', '[\n  {"home": {\n    "city": "|"\n  }'],
    ['[{"diet": "v|"}]', '"vegan"', '[{"diet": "vegan"|}]'],
  ];
  for (const [marked, label, text] of insertions) {
    it(`inserts ${label} at ${marked}`, () => {
      assert.equal(inserted(marked, label), text);
    });
  }

  it('leave the caret where the first value is to be typed, also in an empty list or object', () => {
    const of = {
      properties: {
        tags: { type: 'array', items: { type: 'string' } },
        more: { type: 'object' },
        count: { type: 'integer' },
        both: {
          type: 'object',
          properties: { tags: { type: 'array' }, name: { type: 'string' } },
          required: ['tags', 'name'],
        },
      },
    };
    assert.equal(inserted('{|', 'tags', of), '{"tags": [|]');
    assert.equal(inserted('{|', 'more', of), '{"more": {|}');
    assert.equal(inserted('{|', 'count', of), '{"count": null|');
    assert.equal(inserted('{|', 'both', of), '{"both": {\n  "tags": [|],\n  "name": ""\n}');
  });

  it('say the type, whether the key is required, and what the server says about it', () => {
    const { items } = jsonSuggestions([schema], schema, '[{"na', 5);
    assert.deepEqual(items, [
      { label: 'name', insert: '"name": ""', caret: 9, detail: 'text · required', description: 'As written' },
    ]);
  });

  it('have the types and required keys of their values only within the limit of the walk', () => {
    const all = Array.from({ length: 50 }, (_, index) => `k${index}`);
    const one = { type: 'object', anyOf: Array.from({ length: 99 }, () => ({ title: 'one' })), required: ['name'] };
    const hostile = {
      properties: Object.fromEntries(all.map((name) => [name, { $ref: '#/$defs/it' }])),
      $defs: { it: { ...one, properties: { name: { type: 'string' }, more: { allOf: Array(9000).fill({}) } } } },
    };
    const { items } = jsonSuggestions([hostile], hostile, '{', 1);
    assert.deepEqual(
      items.map(({ label }) => label),
      all,
    );
    assert.match(items[0]?.insert ?? '', /"name": ""/);
    assert.equal(items.at(-1)?.insert, '"k49": null');
    assert.equal(items.at(-1)?.detail, '');
  });

  it('are bounded for any schema', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}${'x'.repeat(index % 3000)}`);
    const wide = { properties: Object.fromEntries(names.map((name) => [name, { description: 'y'.repeat(5000) }])) };
    const deep = JSON.parse(`${'{"properties":{"a":'.repeat(1000)}{}${'}}'.repeat(1000)}`);
    const endless = { $ref: '#', allOf: [{ $ref: '#' }], properties: { a: { $ref: '#' } } };
    for (const hostile of [wide, deep, endless, { properties: { a: null }, items: 5, enum: {}, allOf: 'x' }]) {
      const { items } = jsonSuggestions([hostile], hostile, '{', 1);
      assert.ok(items.length <= 50);
      assert.ok(JSON.stringify(items).length < 500_000);
    }
  });

  it('never fail, and replace only what is there', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(), fc.object(), (text, cut, at, any) => {
        const part = text.slice(0, cut % (text.length + 1));
        const offset = at % (part.length + 1);
        const { from, to } = jsonSuggestions([any], any, part, offset);
        assert.ok(from >= 0 && from <= offset && to >= offset && to <= part.length);
      }),
    );
  });
});
