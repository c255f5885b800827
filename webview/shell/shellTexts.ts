import { t } from '@vscode/l10n';
import type { CallTarget, ServerLabel } from '#bridge/messages.ts';
import { formatList } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { interpolate } from './interpolate.ts';

/** "workspace server", or the folder of the entry; `undefined` for user settings. */
export function serverScopeText(server: ServerLabel): string | undefined {
  if (!server.scope) {
    return undefined;
  }
  return server.scope === 'workspace' ? t('workspace server') : t('server of folder {0}', inOneLine(server.scope));
}

/** "while running tool deploy": the call that a request belongs to. */
export function runningCallText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('while running tool {0}'), name);
    case 'prompt':
      return interpolate(t('while getting prompt {0}'), name);
    case 'resource':
      return interpolate(t('while reading resource {0}'), name);
  }
}

/** "asked while running tool deploy, which has ended since": the call of a waiting request after the call has ended. */
export function endedCallText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('asked while running tool {0}, which has ended since'), name);
    case 'prompt':
      return interpolate(t('asked while getting prompt {0}, which has ended since'), name);
    case 'resource':
      return interpolate(t('asked while reading resource {0}, which has ended since'), name);
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
