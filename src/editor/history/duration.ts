import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';

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
