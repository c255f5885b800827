import { t } from '@vscode/l10n';
import type { CallTarget, ServerLabel } from '#bridge/messages.ts';
import { formatList } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { interpolate } from './interpolate.ts';

/** "workspace server", or the folder it comes from. Nothing for the user's own. */
export function scopeText(server: ServerLabel): string | undefined {
  if (!server.scope) {
    return undefined;
  }
  return server.scope === 'workspace' ? t('workspace server') : t('server of folder {0}', inOneLine(server.scope));
}

/** "while running tool deploy": what led to a question. */
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

/** The same where it has ended since: the request still waits for its answer. */
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

/** What one calls a target's title: its title, else its name. */
export function targetTitle(target: CallTarget): string {
  return inOneLine(target.title ?? '') || inOneLine(target.name);
}

/** In characters. */
const LONGEST_SUGGESTION = 60;

/** What a server suggests for a field, cut: `suggested` is as in `AnswerWords`. */
export function suggestedText(suggested: readonly string[]): string {
  return inOneLine(formatList(suggested.slice(0, LONGEST_SUGGESTION)).join(''), LONGEST_SUGGESTION);
}
