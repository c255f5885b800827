import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import { maxTextLength } from '#form/formLimits.ts';
import type { FormInputs } from '#form/model.ts';
import { initialInputs } from '#test/host/initialInputs.ts';
import { formOfSchema } from './fieldCases.ts';

const typed = (text: string) => ({ kind: 'text', text, touched: true }) as const;

describe('evaluating a form', () => {
  it('returns the content of the valid fields and the problems of the others', () => {
    const form = formOfSchema({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } },
      required: ['a', 'b', 'c'],
    });
    const inputs: FormInputs = [typed('x'), typed('1.5'), { kind: 'boolean', value: null }];
    assert.deepEqual(evaluate(form, inputs), {
      content: { a: 'x' },
      problems: [
        { field: 1, message: 'Enter a whole number, such as 12.' },
        { field: 2, message: 'Required.' },
      ],
    });
  });

  it('makes __proto__ a property of the content', () => {
    const form = formOfSchema(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'));
    const { content } = evaluate(form, [typed('x')]);
    assert.deepEqual(Object.keys(content), ['__proto__']);
    assert.equal(JSON.stringify(content), '{"__proto__":"x"}');
    assert.equal(Object.getPrototypeOf(content), Object.prototype);
  });

  it('returns a problem for a text that is too long for any field', () => {
    const form = formOfSchema({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } });
    const longest = 'x'.repeat(maxTextLength);
    assert.deepEqual(evaluate(form, [typed(longest), typed('')]).content, { a: longest });
    const message = 'This is too long, and is not kept: at most 1,000,000 characters can be sent.';
    assert.deepEqual(evaluate(form, [typed(`${longest}x`), typed('1'.repeat(maxTextLength + 1))]).problems, [
      { field: 0, message },
      { field: 1, message },
    ]);
  });

  it('returns a problem for a typed text that names no option', () => {
    const choice = { type: 'string', enum: ['x', 'y'] };
    const form = formOfSchema({ type: 'object', properties: { a: choice, b: choice }, required: ['b'] });
    const input = { kind: 'choice', selected: null, text: 'z' } as const;
    assert.deepEqual(evaluate(form, [input, input]), {
      content: {},
      problems: [
        { field: 0, message: 'Choose one of the options, or leave the field empty.' },
        { field: 1, message: 'Choose one of the options.' },
      ],
    });
  });

  it('tests no pattern without a pattern test', () => {
    const form = formOfSchema({ type: 'object', properties: { a: { type: 'string', pattern: '^x$' } } });
    assert.deepEqual(evaluate(form, [typed('y')]), { content: { a: 'y' }, problems: [] });
  });

  it('returns a problem for a pattern that cannot be tested', () => {
    const form = formOfSchema({ type: 'object', properties: { a: { type: 'string', pattern: '^x$' } } });
    const { problems } = evaluate(form, [typed('y')], () => 'invalid');
    assert.match(problems[0]?.message ?? '', /cannot be checked/);
  });

  it('returns a changed input even if it is marked untouched', () => {
    const form = formOfSchema({ type: 'object', properties: { a: { type: 'string', default: 'x' } } });
    const { content } = evaluate(form, [{ kind: 'text', text: 'y', touched: false }]);
    assert.deepEqual(content, { a: 'y' });
  });

  it('returns the content of the specification’s example', () => {
    const form = formOfSchema({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Your full name' },
        email: { type: 'string', format: 'email', description: 'Your email address' },
        age: { type: 'number', minimum: 18, description: 'Your age' },
      },
      required: ['name', 'email'],
    });
    const inputs = [typed('Monalisa Octocat'), typed('octocat@github.com'), typed('30')];
    assert.deepEqual(evaluate(form, inputs).content, {
      name: 'Monalisa Octocat',
      email: 'octocat@github.com',
      age: 30,
    });
  });

  it('evaluates a large form with large texts without delay', () => {
    const properties = Object.fromEntries(
      ['email', 'uri', 'date', 'date-time'].map((format) => [format, { type: 'string', format }]),
    );
    const form = formOfSchema({ type: 'object', properties });
    const texts = [`${'a.'.repeat(250_000)}@${'b-'.repeat(250_000)}`, `https://${'a:/@%'.repeat(100_000)}`];
    for (const text of [...texts, '1'.repeat(500_000), '2026-03-31T10:00:00.'.padEnd(500_000, '1')]) {
      // Mocha's time limit is the assertion: with quadratic time this would take minutes.
      assert.equal(
        evaluate(
          form,
          form.fields.map(() => typed(text)),
        ).problems.length,
        4,
      );
    }
  });

  it('returns empty content for a form without fields', () => {
    const form = formOfSchema({ type: 'object', properties: {} });
    assert.deepEqual(evaluate(form, initialInputs(form)), { content: {}, problems: [] });
  });
});
