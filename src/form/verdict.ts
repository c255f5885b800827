/** The texts of a problem. `withoutInput`: shown in a masked field, because `message` repeats what was typed. */
interface ProblemTexts {
  readonly message: string;
  readonly withoutInput?: string;
}

/** The evaluation of one field or row: a value, `omitted` (nothing is sent for it), or a problem. */
export type Verdict =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'omitted' }
  | ({ readonly kind: 'problem' } & ProblemTexts);

export const leftOut: Verdict = { kind: 'omitted' };

export function problem(message: string, withoutInput?: string): Verdict {
  return { kind: 'problem', message, ...(withoutInput !== undefined && { withoutInput }) };
}
