import assert from 'node:assert/strict';
import { fillTemplate, mustAskForArguments, promptSchema, templateSchema } from '#editor/commands/argumentSchemas.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';

const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] };

describe('the form for the arguments of a call', () => {
  it('is not shown if the tool has no arguments', () => {
    assert.equal(mustAskForArguments({ type: 'object' }, 0, undefined, false), false);
  });

  it('is shown if no argument is known', () => {
    assert.equal(mustAskForArguments(schema, 2, undefined, false), true);
    assert.equal(mustAskForArguments({ type: 'object', properties: { a: {} } }, undefined, undefined, false), true);
  });

  it('is not shown if all required arguments are known', () => {
    assert.equal(mustAskForArguments(schema, 2, { a: 'x' }, false), false);
  });

  it('is shown for a tool that is declared destructive, even if the tool has no arguments', () => {
    assert.equal(mustAskForArguments({ type: 'object' }, 0, undefined, true), true);
  });

  it('is shown with all arguments filled in before the user runs a destructive tool again, or changes the arguments', () => {
    assert.equal(mustAskForArguments(schema, 2, { a: 'x' }, true), true);
    assert.equal(mustAskForArguments({ type: 'object' }, 0, {}, true), true);
  });

  it('is shown if a required argument is missing', () => {
    assert.equal(mustAskForArguments(schema, 2, { b: 'x' }, false), true);
  });

  it('is shown if a required argument has the name of an inherited property', () => {
    assert.equal(mustAskForArguments({ type: 'object', required: ['toString'] }, 1, {}, false), true);
  });

  it('is not shown if the schema is invalid and the arguments are known', () => {
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
