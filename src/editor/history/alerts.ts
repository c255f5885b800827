import type { HistoryAlert } from '../../bridge/history.ts';
import type { Found } from '../../core/record/entry.ts';
import type { RecorderState } from '../../core/record/recorder.ts';
import { inOneLine } from '../../form/text.ts';
import { foundWords, isRepaired } from './words.ts';

/** What the person should know of the record before they rely on it. */
export function alertsOf(state: RecorderState, found: readonly Found[], failure: string | undefined): HistoryAlert[] {
  return [
    ...(state.kind === 'failing' ? [{ severity: 'error' as const, text: failingText(state) }] : []),
    ...(failure === undefined
      ? []
      : [{ severity: 'warning' as const, text: `The record could not be looked after: ${inOneLine(failure, 300)}` }]),
    ...found.map((one) => ({
      severity: isRepaired([one]) ? ('info' as const) : ('warning' as const),
      text: foundWords(one),
    })),
  ];
}

/** "Nothing can be recorded now. The disk is full. 3 entries wait to be written." */
export function failingText({ reason, waiting, lost }: Extract<RecorderState, { kind: 'failing' }>): string {
  return [
    `Recording does not work at the moment. ${inOneLine(reason, 300)}`,
    ...(waiting > 0 ? [`${waiting === 1 ? '1 entry waits' : `${waiting} entries wait`} to be written.`] : []),
    ...(lost > 0 ? [`There was no room to keep ${lost === 1 ? '1 more' : `${lost} more`}.`] : []),
  ].join(' ');
}

/** What a start has found, in a sentence for a notification. */
export function foundText(found: readonly Found[]): string {
  return isRepaired(found)
    ? 'A window ended without warning while it recorded. What it had recorded is kept.'
    : 'The record of what servers asked was changed from outside, or parts of it are gone.';
}
