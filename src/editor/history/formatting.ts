import { t } from '@vscode/l10n';
import type { HistoryDetail } from '#bridge/historyMessages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';

/** The name of a server or folder, shown outside of a sentence. Never empty. */
export function nameInList(name: string, limit?: number): string {
  return inOneLine(name, limit) || t('(unnamed)');
}

/** The scope of the server with this id. Read from the id, because a `folder` can also be named "user". */
export function scopeText(id: string, folder?: string): string {
  switch (id.split(':', 1)[0]) {
    case 'user':
      return t('your settings');
    case 'workspace':
      return t('the workspace');
    case 'builtIn':
      return t('this extension');
    case 'agent':
    case 'agent-hook':
    case 'agent-lent':
    case 'agent-unverified':
      return t('an agent');
    case 'extension':
      return t('another extension');
    default:
      return folder === undefined ? t('a folder') : t('folder {0}', nameInList(folder));
  }
}

/** A detail of an entry with one value. */
export function detail(label: string, value: string, style: HistoryDetail['style']): HistoryDetail {
  return { label, values: [value], style };
}

/** A duration as text: "1.2 s", "3 min 4 s", "2 h 5 min". */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) {
    return t('{0} s', formatNumber(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)));
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? t('{0} min {1} s', minutes, Math.floor(seconds % 60))
    : t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
