import assert from 'node:assert/strict';
import type { Field } from '#form/model.ts';
import { formOfSchema } from '#test/unit/form/fieldCases.ts';

const fieldOf = (schema: unknown, name = 'it'): Field | undefined =>
  formOfSchema({ type: 'object', properties: { [name]: schema } }).fields[0];

describe('reading a requested schema', () => {
  it('keeps the order of the properties', () => {
    const text = { type: 'string' };
    const { fields } = formOfSchema({ type: 'object', properties: { z: text, a: text, m: text } });
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['z', 'a', 'm'],
    );
  });

  it('returns a form without fields', () => {
    assert.deepEqual(formOfSchema({ type: 'object', properties: {} }), { fields: [] });
  });

  it('ignores annotations', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/x',
      type: 'object',
      properties: { it: { type: 'boolean', $comment: 'c', 'x-a': {} } },
      additionalProperties: false,
      definitions: { unused: {} },
    };
    assert.deepEqual(formOfSchema(schema).fields, [{ kind: 'boolean', name: 'it', label: 'it', required: false }]);
  });

  it('reads every keyword of a text', () => {
    const keywords = { minLength: 1, maxLength: 9, pattern: '^a', format: 'email', default: 'a@b.co' };
    assert.deepEqual(fieldOf({ type: 'string', title: 'T', description: 'D', ...keywords }), {
      kind: 'text',
      name: 'it',
      label: 'T',
      description: 'D',
      required: false,
      ...keywords,
    });
  });

  it('reads every keyword of a number', () => {
    const keywords = { minimum: 1, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 2, default: 4 };
    assert.deepEqual(fieldOf({ type: 'integer', ...keywords }), {
      kind: 'number',
      name: 'it',
      label: 'it',
      required: false,
      integer: true,
      ...keywords,
    });
  });

  it('reads titled options with their descriptions', () => {
    assert.deepEqual(
      fieldOf({
        type: 'string',
        oneOf: [{ const: 'a', title: 'A', description: 'first' }, { const: 'b' }],
        default: 'b',
      }),
      {
        kind: 'choice',
        name: 'it',
        label: 'it',
        required: false,
        options: [
          { value: 'a', label: 'A', description: 'first' },
          { value: 'b', label: 'b' },
        ],
        default: 1,
      },
    );
  });

  it('reads an array of options', () => {
    const schema = {
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
      minItems: 1,
      maxItems: 2,
      default: ['b'],
    };
    assert.deepEqual(fieldOf(schema), {
      kind: 'multiChoice',
      name: 'it',
      label: 'it',
      required: false,
      options: [
        { value: 'a', label: 'a' },
        { value: 'b', label: 'b' },
      ],
      minItems: 1,
      maxItems: 2,
      default: [1],
    });
  });

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '0', 'a/b~c', 'required']) {
    it(`accepts ${JSON.stringify(name)} as the name of a field`, () => {
      const schema = JSON.parse(`{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}}}`);
      const { fields } = formOfSchema({ ...schema, required: [name] });
      assert.deepEqual(
        fields.map((field) => [field.name, field.kind, field.required]),
        [[name, 'text', true]],
      );
    });
  }

  it('uses the name as the label if the title is invisible', () => {
    assert.equal(fieldOf({ type: 'string', title: ' \u200B\u202E' })?.label, 'it');
  });

  it('returns a label for a field without a visible name', () => {
    assert.equal(fieldOf({ type: 'string' }, '')?.label, '(no name)');
  });

  it('returns labels on one line without changes of the writing direction', () => {
    assert.equal(fieldOf({ type: 'string', title: 'From\r\n\tServer \u202Eevil\u2066' })?.label, 'From Server evil');
  });

  it('keeps the line breaks of a description and drops its control characters', () => {
    assert.equal(fieldOf({ type: 'string', description: 'a\r\nb\u0007\u202E' })?.description, 'a\nb');
  });

  it('omits a description without a visible character', () => {
    assert.equal(fieldOf({ type: 'string', description: ' \n' })?.description, undefined);
  });
});
