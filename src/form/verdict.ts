/** The evaluation of one field or row: a value, `omitted` (nothing is sent for it), or a problem. */
export type Verdict =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'omitted' }
  | { readonly kind: 'problem'; readonly message: string };

export const leftOut: Verdict = { kind: 'omitted' };

export function problem(message: string): Verdict {
  return { kind: 'problem', message };
}
