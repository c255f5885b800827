import assert from 'node:assert/strict';
import {
  flaggedFields,
  flaggedProperties,
  type GuardedForm,
  withoutSecrets,
} from '#core/guard/sensitive/flaggedFields.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { Field, FormInputs } from '#form/model.ts';

/** A text with the shape of a GitHub token. */
const token = `ghp_${'a1B2'.repeat(9)}`;
const typed = (...texts: string[]): FormInputs => texts.map((text) => ({ kind: 'text', text, touched: true }));
const text = (name: string): Field => ({ kind: 'text', name, label: name, required: false });

function guarded(...fields: Field[]): GuardedForm {
  const form = { fields };
  return { form, sensitive: sensitiveFields(form, 'Please fill this in.') };
}

describe('the flagged fields of a form', () => {
  it('are those that ask for a secret, with any input', () => {
    const form = guarded(text('city'), text('password'));
    assert.deepEqual(flaggedFields(form, typed('Oslo', '')), [
      {
        field: 1,
        secretKind: 'a password',
        reason: 'The name of this field asks for a password.',
        isInLabel: true,
      },
    ]);
    assert.deepEqual(flaggedProperties(form), ['password']);
  });

  it('name those whose label asks for the secret', () => {
    const titled = (name: string, label: string): Field => ({ ...text(name), label });
    const form = guarded(
      text('password'),
      titled('a', 'Password'),
      titled('password', 'Shoe size'),
      { ...text('b'), description: 'Your password' },
      text('note'),
    );
    assert.deepEqual(
      flaggedFields(form, typed('', '', '', '', token)).map(({ field, isInLabel }) => [field, isInLabel]),
      [
        [0, true],
        [1, true],
        [2, undefined],
        [3, undefined],
        [4, undefined],
      ],
    );
  });

  it('include fields into which the user typed a secret', () => {
    const form = guarded(text('city'), text('note'));
    assert.deepEqual(flaggedFields(form, typed('Oslo', `it is ${token}, I think`)), [
      {
        field: 1,
        secretKind: 'an access token of GitHub',
        reason: 'The text in this field looks like an access token of GitHub.',
      },
    ]);
    assert.deepEqual(flaggedProperties(form, { city: 'Oslo', note: token }), ['note']);
    assert.deepEqual(flaggedFields(form, typed('Oslo', 'by the sea')), []);
  });

  it('do not include options and booleans', () => {
    const options = [{ value: token, label: token }];
    const form = guarded(
      { kind: 'choice', name: 'a', label: 'A', required: false, options },
      { kind: 'multiChoice', name: 'b', label: 'B', required: false, options },
      { kind: 'boolean', name: 'c', label: 'C', required: false },
    );
    assert.deepEqual(flaggedProperties(form, { a: token, b: [token], c: true }), []);
  });

  it('include card numbers in number fields', () => {
    const form = guarded({ kind: 'number', name: 'amount', label: 'Amount', required: false, integer: true });
    assert.equal(flaggedFields(form, typed('4242424242424242'))[0]?.secretKind, 'the number of a payment card');
    assert.deepEqual(flaggedProperties(form, { amount: 4242424242424242 }), ['amount']);
  });

  it('include secrets at the beginning and at the end of a long text', () => {
    const form = guarded(text('note'));
    const long = 'lorem ipsum '.repeat(80_000);
    // The time limit of the test is an assertion: quadratic time would take minutes.
    for (const input of [`${token} ${long}`, `${long} ${token}`]) {
      assert.equal(flaggedFields(form, typed(input)).length, 1);
    }
    assert.deepEqual(flaggedFields(form, typed(long)), []);
  });

  it('are omitted by withoutSecrets, with any name', () => {
    const form = guarded(text('__proto__'), text('api_key'), text('city'));
    const content = JSON.parse(`{"__proto__": "${token}", "api_key": "x", "city": "Oslo"}`);
    assert.deepEqual(flaggedProperties(form, content), ['__proto__', 'api_key']);
    assert.deepEqual(withoutSecrets(form, content), { city: 'Oslo' });
    const harmless = JSON.parse('{"__proto__": "mine"}');
    assert.deepEqual(Object.entries(withoutSecrets(form, harmless)), [['__proto__', 'mine']]);
  });
});
