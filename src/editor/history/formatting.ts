import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryStatus } from '#bridge/historyMessages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';

/** The name of a server or folder as a text of its own. Never empty. */
export function nameInList(name: string): string {
  return inOneLine(name) || t('(unnamed)');
}

/** The servers of the filter list. `known`: names by id. If two scopes use the same name, each is shown with its scope. */
export function serverChoices(known: ReadonlyMap<string, string>): HistoryStatus['servers'] {
  const servers = [...known].map(([id, name]) => ({ id, name: nameInList(name) }));
  const times = new Map<string, number>();
  for (const { name } of servers) {
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return servers.map(({ id, name }) => ({
    id,
    name: times.get(name) === 1 ? name : t('{0} ({1})', name, scopeText(id)),
  }));
}

/** The scope of the server with this id. Taken from the id, because the name of `folder` may be "user" too. */
export function scopeText(id: string, folder?: string): string {
  switch (id.slice(0, id.indexOf(':'))) {
    case 'user':
      return t('your settings');
    case 'workspace':
      return t('the workspace');
    case 'builtIn':
      return t('this extension');
    default:
      return folder === undefined ? t('a folder') : t('folder {0}', nameInList(folder));
  }
}

/** A detail of an entry with one value. */
export function detail(label: string, value: string, style: HistoryDetail['style']): HistoryDetail {
  return { label, values: [value], style };
}

/** "1.2 s", "3 min 4 s", "2 h 5 min". */
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
