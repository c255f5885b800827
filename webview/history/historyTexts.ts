import { t } from '@vscode/l10n';
import type { HistoryStatus } from '#bridge/historyMessages.ts';
import { formatNumber, paragraph } from '#form/language.ts';

/** The text about the content of the record and its retention. */
export function retentionText({ enabled, recordsValues, recordsCalls, retentionDays }: HistoryStatus): string {
  if (!enabled) {
    return t('Recording is switched off: what servers ask from now on is not recorded.');
  }
  const content = recordsValues
    ? t('Questions of servers and their outcome, with messages and answers.')
    : t('Questions of servers and their outcome, without messages and answers.');
  const callsText = recordsCalls === true ? [t('Tool calls too, without arguments and results.')] : [];
  const duration =
    retentionDays === 1
      ? t("Kept for 1 day, in the editor's storage on this machine.")
      : t("Kept for {0} days, in the editor's storage on this machine.", formatNumber(retentionDays));
  return paragraph([content, ...callsText, duration]);
}

/** The number of shown entries. `more`: true if there may be older entries. */
export function shownCountText(count: number, more: boolean): string {
  if (count === 0) {
    return t('No entries');
  }
  if (count === 1) {
    return more ? t('1 entry so far') : t('1 entry');
  }
  return more ? t('{0} entries so far', formatNumber(count)) : t('{0} entries', formatNumber(count));
}

/** The progress of a search that takes long. `read`: the entries that were read so far. */
export function searchingText(count: number, read: number): string {
  const found = count === 1 ? t('1 entry so far') : t('{0} entries so far', formatNumber(count));
  return read === 1 ? t('Searching: {0}, 1 read', found) : t('Searching: {0}, {1} read', found, formatNumber(read));
}

/** The progress of counting the days. */
export function countingText(read: number): string {
  return read === 1
    ? t('Counting the days: 1 entry so far')
    : t('Counting the days: {0} entries so far', formatNumber(read));
}

/** The number of tool calls that are not listed. */
export function silentCallsText(count: number): string {
  return count === 1
    ? t('1 tool call that asked nothing is not listed.')
    : t('{0} tool calls that asked nothing are not listed.', formatNumber(count));
}

/** The number of lines of the record that are not entries. */
export function unreadableText(count: number): string {
  return count === 1
    ? t('1 line cannot be read. Verify shows what is wrong with it.')
    : t('{0} lines cannot be read. Verify shows what is wrong with them.', formatNumber(count));
}

/** The progress of the verification. */
export function verifyingText(entries: number): string {
  return entries === 1 ? t('Verifying: 1 entry so far') : t('Verifying: {0} entries so far', formatNumber(entries));
}
