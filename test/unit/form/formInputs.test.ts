import assert from 'node:assert/strict';
import { evaluate } from '#form/evaluate.ts';
import { inputsFromContent, inputsMatchForm } from '#form/formInputs.ts';
import type { FormInputs } from '#form/model.ts';
import { initialInputs } from '#test/host/initialInputs.ts';
import { formOfSchema } from './fieldCases.ts';

const form = formOfSchema({
  type: 'object',
  properties: {
    text: { type: 'string', default: 'x' },
    number: { type: 'number', default: 1.5 },
    boolean: { type: 'boolean', default: false },
    choice: { type: 'string', enum: ['a', 'b'], default: 'b' },
    list: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, default: ['c', 'a'] },
  },
});

const initial = initialInputs(form);
const withInput = (index: number, input: unknown) =>
  initial.map((old, at) => (at === index ? input : old)) as FormInputs;

describe('initial inputs', () => {
  it('are the defaults, untouched', () => {
    assert.deepEqual(initial, [
      { kind: 'text', text: 'x', touched: false },
      { kind: 'text', text: '1.5', touched: false },
      { kind: 'boolean', value: false },
      { kind: 'choice', selected: 1 },
      { kind: 'multiChoice', selected: [0, 2], touched: false },
    ]);
  });

  it('are empty if there is no default', () => {
    const bare = formOfSchema({
      type: 'object',
      properties: { a: { type: 'boolean' }, b: { type: 'string', enum: ['x'] } },
    });
    assert.deepEqual(initialInputs(bare), [
      { kind: 'boolean', value: null },
      { kind: 'choice', selected: null },
    ]);
  });
});

describe('inputs from content', () => {
  it('evaluate to the same content', () => {
    const content = { text: '', number: 0, boolean: true, choice: 'a', list: ['b'] };
    const expected = { number: 0, boolean: true, choice: 'a', list: ['b'] };
    assert.deepEqual(evaluate(form, inputsFromContent(form, content)), { content: expected, problems: [] });
  });

  it('have the default if the content has no value', () => {
    assert.deepEqual(inputsFromContent(form, {}), initial);
  });

  it('have the default if the value has another type', () => {
    const content = { text: 1, number: '2', boolean: 'true', choice: 'z', list: 'a' };
    assert.deepEqual(inputsFromContent(form, content), initial);
  });

  it('are untouched if the value is the default', () => {
    assert.deepEqual(inputsFromContent(form, { text: 'x', number: 1.5, list: ['a', 'c'] }), initial);
  });

  it('ignore inherited properties', () => {
    const odd = formOfSchema({ type: 'object', properties: { toString: { type: 'string' } } });
    assert.deepEqual(inputsFromContent(odd, {}), initialInputs(odd));
  });

  it('choose the options that still exist', () => {
    const [, , , , list] = inputsFromContent(form, { list: ['c', 'gone'] });
    assert.deepEqual(list, { kind: 'multiChoice', selected: [2], touched: true });
  });
});

describe('the inputs of a form', () => {
  it('match the form that they were made for', () => {
    assert.ok(inputsMatchForm(form, initial));
  });

  const misfits: readonly (readonly [string, FormInputs])[] = [
    ['there are too few', initial.slice(1)],
    ['there are too many', [...initial, { kind: 'boolean', value: null }]],
    ['a kind is another', withInput(2, { kind: 'text', text: '', touched: true })],
    ['an option does not exist', withInput(3, { kind: 'choice', selected: 2 })],
    ['an option is chosen beside a text that names none', withInput(3, { kind: 'choice', selected: 0, text: 'z' })],
    ['an option is a fraction', withInput(3, { kind: 'choice', selected: 0.5 })],
    ['an option is negative', withInput(3, { kind: 'choice', selected: -1 })],
    ['a chosen option does not exist', withInput(4, { kind: 'multiChoice', selected: [3], touched: true })],
    ['an option is chosen twice', withInput(4, { kind: 'multiChoice', selected: [1, 1], touched: true })],
    ['options are out of order', withInput(4, { kind: 'multiChoice', selected: [1, 0], touched: true })],
  ];
  for (const [difference, inputs] of misfits) {
    it(`do not match a form if ${difference}`, () => assert.ok(!inputsMatchForm(form, inputs)));
  }
});
