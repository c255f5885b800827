import assert from 'node:assert/strict';
import { fillTemplate, mustAskForArguments, promptSchema, templateSchema } from '#editor/commands/argumentSchemas.ts';
import { readArgumentsSchema } from '#form/schema/readSchema.ts';

const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] };

describe('a call', () => {
  it('asks for no arguments if the tool has none', () => {
    assert.equal(mustAskForArguments({ type: 'object' }, 0, undefined, false), false);
  });

  it('asks for arguments if none is known', () => {
    assert.equal(mustAskForArguments(schema, 2, undefined, false), true);
    assert.equal(mustAskForArguments({ type: 'object', properties: { a: {} } }, undefined, undefined, false), true);
  });

  it('asks for no arguments if all required ones are known', () => {
    assert.equal(mustAskForArguments(schema, 2, { a: 'x' }, false), false);
  });

  it('is shown to the user if the tool is declared destructive, even without arguments', () => {
    assert.equal(mustAskForArguments({ type: 'object' }, 0, undefined, true), true);
    assert.equal(mustAskForArguments({ type: 'object' }, 0, {}, true), false);
  });

  it('asks for arguments if a required one is missing', () => {
    assert.equal(mustAskForArguments(schema, 2, { b: 'x' }, false), true);
  });

  it('does not count inherited properties as arguments', () => {
    assert.equal(mustAskForArguments({ type: 'object', required: ['toString'] }, 1, {}, false), true);
  });

  it('accepts a value that is no schema', () => {
    assert.equal(mustAskForArguments(null, undefined, {}, false), false);
    assert.equal(mustAskForArguments({ required: 'a' }, undefined, {}, false), false);
  });
});

describe('the form of a prompt', () => {
  it('has a text field for each argument, with any name', () => {
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

describe('the form of a resource template', () => {
  it('has a text field for each variable, with any name', () => {
    const reading = readArgumentsSchema(
      templateSchema([
        { name: '__proto__', required: true },
        { name: 'limit', required: false },
      ]),
    );
    assert.ok(reading.ok);
    assert.deepEqual(
      reading.form.fields.map(({ name, required, kind }) => ({ name, required, kind })),
      [
        { name: '__proto__', required: true, kind: 'text' },
        { name: 'limit', required: false, kind: 'text' },
      ],
    );
  });

  it('is filled in to a URI', () => {
    assert.equal(fillTemplate('db://{table}{?limit,from}', { table: 'a b', limit: '3' }), 'db://a%20b?limit=3');
    assert.equal(fillTemplate('a://{__proto__}', JSON.parse('{"__proto__": "x"}')), 'a://x');
  });
});
