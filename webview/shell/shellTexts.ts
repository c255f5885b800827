import { t } from '@vscode/l10n';
import type { CallTarget, ServerLabel, ShownSteps } from '#bridge/messages.ts';
import { formatList, formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { interpolate } from './interpolate.ts';

/** "workspace server", or the folder of the entry; `undefined` for user settings. */
export function serverScopeText(server: ServerLabel): string | undefined {
  if (!server.scope) {
    return undefined;
  }
  return server.scope === 'workspace' ? t('workspace server') : t('server of folder {0}', inOneLine(server.scope));
}

/** "Step 2 of 3", or "Step 2" if the total is unknown. */
export function stepText({ current, total }: Pick<ShownSteps, 'current' | 'total'>): string {
  const step = formatNumber(current + 1);
  return total === undefined ? t('Step {0}', step) : t('Step {0} of {1}', step, formatNumber(total));
}

/** "tool deploy". */
export function targetText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('tool {0}'), name);
    case 'prompt':
      return interpolate(t('prompt {0}'), name);
    case 'resource':
      return interpolate(t('resource {0}'), name);
  }
}

/** The title of a target, or its name without one. */
export function targetTitle(target: CallTarget): string {
  return inOneLine(target.title ?? '') || inOneLine(target.name);
}

/** The maximum length of all shown suggestions together. In characters. */
const maxSuggestionLength = 60;

/** The texts of the values that a server suggests for a field, as a list in one line, shortened. */
export function suggestedText(suggestedValues: readonly string[]): string {
  return inOneLine(formatList(suggestedValues.slice(0, maxSuggestionLength)).join(''), maxSuggestionLength);
}
