import { t } from '@vscode/l10n';
import { inNumbers } from '#form/language.ts';

/** "Review: 3 answers, 1 left out". */
export function reviewCountText(answers: number, leftOut: number): string {
  const left = inNumbers(leftOut);
  if (answers === 1) {
    return leftOut === 0 ? t('Review: 1 answer') : t('Review: 1 answer, {0} left out', left);
  }
  const given = inNumbers(answers);
  return leftOut === 0 ? t('Review: {0} answers', given) : t('Review: {0} answers, {1} left out', given, left);
}
