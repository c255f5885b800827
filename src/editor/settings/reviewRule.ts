import type { FormModel } from '#form/model.ts';

/** Whether the person is shown what would be sent before it is: with more than one field, always, or never. */
export type ReviewRule = 'multipleFields' | 'always' | 'never';

export function isReviewed(rule: ReviewRule, { fields }: FormModel): boolean {
  return rule === 'always' || (rule === 'multipleFields' && fields.length > 1);
}
