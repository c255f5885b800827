import assert from 'node:assert/strict';
import { templateInsertion } from '#form/inputs/templateInsertion.ts';
import type { JsonField } from '#form/model.ts';
import { argumentsForm } from '#test/unit/form/arguments/argumentFields.ts';

const one = {
  type: 'object',
  properties: { name: { type: 'string' }, home: { type: 'object', properties: { zip: {} }, required: ['zip'] } },
  required: ['name', 'home', '__proto__'],
};

function box(schema: object): JsonField {
  const [field] = argumentsForm({ it: schema }).fields;
  assert.ok(field?.kind === 'json');
  return field;
}

/** The text after the insertion; `undefined` if there is none. */
function inserted(field: JsonField, text: string): string | undefined {
  const insertion = templateInsertion(field, text);
  return insertion && text.slice(0, insertion.from) + insertion.text + text.slice(insertion.to);
}

const whole = '{\n  "name": "",\n  "home": {\n    "zip": null\n  },\n  "__proto__": null\n}';
const item = whole.replaceAll('\n', '\n  ');

describe('the required keys that can be inserted into a box', () => {
  const objects: readonly (readonly [text: string, expected: string | undefined])[] = [
    ['', whole],
    [' \n', whole],
    ['{}', whole],
    ['{\n}\n', whole],
    ['{"name": "x"}', '{"name": "x",\n  "home": {\n    "zip": null\n  },\n  "__proto__": null\n}'],
    [
      '{\n  "home": {"name": 1},\n  "__proto__": 1\n}\n',
      '{\n  "home": {"name": 1},\n  "__proto__": 1,\n  "name": ""\n}\n',
    ],
    [whole, undefined],
    ['{"name": "x"', undefined],
    ['{"name": "x"} x', undefined],
    ['["name"]', undefined],
    ['"name"', undefined],
    ['{"a": "', undefined],
  ];
  for (const [text, expected] of objects) {
    it(`of an object: ${JSON.stringify(text).slice(0, 50)}`, () => {
      assert.equal(inserted(box(one), text), expected);
    });
  }

  const lists: readonly (readonly [text: string, expected: string | undefined])[] = [
    ['', `[\n  ${item}\n]`],
    ['[ ]', `[\n  ${item}\n]`],
    ['[1]', `[1,\n  ${item}\n]`],
    ['[\n  {"a": []}\n]\n', `[\n  {"a": []},\n  ${item}\n]\n`],
    ['[1', undefined],
    ['{}]', undefined],
    ['{"a": [1]}', undefined],
    ['"a]"', undefined],
  ];
  for (const [text, expected] of lists) {
    it(`of one more element of a list: ${JSON.stringify(text)}`, () => {
      assert.equal(inserted(box({ type: 'array', items: one }), text), expected);
    });
  }

  it('are none without a template, and for a very long text', () => {
    assert.equal(inserted(box({ type: 'object' }), ''), undefined);
    assert.equal(inserted(box(one), `{"a": "${'x'.repeat(200_000)}"}`), undefined);
  });
});
