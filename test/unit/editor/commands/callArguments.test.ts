import assert from 'node:assert/strict';
import { mustAsk, promptSchema } from '../../../../src/editor/commands/callArguments.ts';
import { readArgumentsSchema } from '../../../../src/form/schema.ts';

const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] };

describe('whether a call asks for arguments', () => {
  it('does not, for a tool that takes none', () => {
    assert.equal(mustAsk({ type: 'object' }, 0, undefined), false);
  });

  it('does, when nothing was given', () => {
    assert.equal(mustAsk(schema, 2, undefined), true);
    assert.equal(mustAsk({ type: 'object', properties: { a: {} } }, undefined, undefined), true);
  });

  it('does not, when what is required was given', () => {
    assert.equal(mustAsk(schema, 2, { a: 'x' }), false);
  });

  it('does, when something required is missing', () => {
    assert.equal(mustAsk(schema, 2, { b: 'x' }), true);
  });

  it('does not take inherited properties for arguments', () => {
    assert.equal(mustAsk({ type: 'object', required: ['toString'] }, 1, {}), true);
  });

  it('stands a schema that is none', () => {
    assert.equal(mustAsk(null, undefined, {}), false);
    assert.equal(mustAsk({ required: 'a' }, undefined, {}), false);
  });
});

describe('the form of a prompt', () => {
  it('has a text field for each argument, whatever its name', () => {
    const reading = readArgumentsSchema(
      promptSchema({
        name: 'p',
        arguments: [
          { name: 'city', title: 'City', description: 'Where', required: true },
          { name: '__proto__', required: false },
        ],
      }),
    );
    assert.ok(reading.ok);
    assert.deepEqual(
      reading.form.fields.map(({ name, label, required, kind }) => ({ name, label, required, kind })),
      [
        { name: 'city', label: 'City', required: true, kind: 'text' },
        { name: '__proto__', label: '__proto__', required: false, kind: 'text' },
      ],
    );
  });
});
