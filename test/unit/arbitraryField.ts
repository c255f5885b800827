import fc from 'fast-check';
import type { Field, FieldInput } from '#form/model.ts';

/** A text in the shape of a secret, which is not a real one. */
export const secretToken = `ghp_${'a1B2'.repeat(9)}`;
export const paymentCardNumber = '4242 4242 4242 4242';

/** Shared by all fields, because its creation is slow. */
const anyWord = fc.stringMatching(/^[a-z0-9]{6,12}$/);

export const sensitiveName = fc.constantFrom(
  ...['password', 'api_key', 'pin', 'access_token', 'cvv', 'otp', 'recovery_phrase'],
);
export const insensitiveName = fc.constantFrom('city', 'note', 'count', 'colour', 'days');

/** The values that a field may have beside an arbitrary word. */
interface Contents {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  /** The values of three options. */
  readonly options: readonly [string, string, string];
}

/** An arbitrary field of any kind with this name, and an arbitrary input. */
export function anyField(name: string, contents: Contents): fc.Arbitrary<{ field: Field; input: FieldInput }> {
  const base = { name, label: name, required: false } as const;
  const options = contents.options.map((value) => ({ value, label: 'an option' }));
  const typed = (texts: readonly string[]) =>
    fc
      .oneof(anyWord, ...texts.map((one) => fc.constant(one)))
      .map((text): FieldInput => ({ kind: 'text', text, touched: true }));
  return fc.oneof(
    typed(contents.texts).map((input) => ({ field: { kind: 'text', ...base } as const, input })),
    typed(contents.numbers).map((input) => ({ field: { kind: 'number', integer: false, ...base } as const, input })),
    fc.boolean().map((value) => ({
      field: { kind: 'boolean', ...base } as const,
      input: { kind: 'boolean', value } as const,
    })),
    fc.nat(2).map((selected) => ({
      field: { kind: 'choice', options, ...base } as const,
      input: { kind: 'choice', selected } as const,
    })),
    fc.subarray([0, 1, 2]).map((selected) => ({
      field: { kind: 'multiChoice', options, ...base } as const,
      input: { kind: 'multiChoice', selected, touched: true } as const,
    })),
  );
}
