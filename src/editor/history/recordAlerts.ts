import { t } from '@vscode/l10n';
import type { HistoryAlert } from '#bridge/historyMessages.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { RecordWriterState } from '#core/record/recordWriter.ts';
import { formatNumber, paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { findingText, isRepaired } from './recordTexts.ts';

/** The problems of the record that the history shows at its top. */
export function alertsOf(
  state: RecordWriterState,
  findings: readonly RepairFinding[],
  failure: string | undefined,
): HistoryAlert[] {
  return [
    ...(state.kind === 'failing' ? [{ severity: 'error' as const, text: failingText(state) }] : []),
    ...(failure === undefined
      ? []
      : [
          {
            severity: 'warning' as const,
            text: maintenanceFailedText(failure),
          },
        ]),
    ...findings.map((finding) => ({
      severity: isRepaired([finding]) ? ('info' as const) : ('warning' as const),
      text: findingText(finding),
    })),
  ];
}

/** `failure`: the reason why the maintenance failed. */
function maintenanceFailedText(failure: string): string {
  return t('The record could not be maintained: {0}', inOneLine(failure, 300));
}

/** The text about a record that cannot be written: "Recording does not work at the moment. The disk is full. 3 entries wait to be written." */
function failingText({ reason, waiting, lost }: Extract<RecordWriterState, { kind: 'failing' }>): string {
  return paragraph([
    t('Recording does not work at the moment.'),
    inOneLine(reason, 300),
    ...(waiting > 0
      ? [
          waiting === 1
            ? t('1 entry waits to be written.')
            : t('{0} entries wait to be written.', formatNumber(waiting)),
        ]
      : []),
    ...(lost > 0
      ? [lost === 1 ? t('1 more could not be kept.') : t('{0} more could not be kept.', formatNumber(lost))]
      : []),
  ]);
}

/** The findings of a repair in a sentence for a notification. */
function findingsText(findings: readonly RepairFinding[]): string {
  return isRepaired(findings)
    ? t('A window ended unexpectedly while it was recording. Its entries are kept.')
    : t('The record was changed by another program, or parts of it are missing.');
}

/** The state of the record in this window. */
interface RecordHealth {
  readonly findings: readonly RepairFinding[];
  readonly state: RecordWriterState;
  /** The reason why the maintenance failed. */
  readonly failure: string | undefined;
}

export interface RecordProblem {
  readonly text: string;
  readonly isWarning: boolean;
}

/** The problems of the record that no notification has reported yet. Each kind is reported once in a window. */
export class UnreportedProblems {
  readonly #reported = new Set<keyof RecordHealth>();

  takeNew({ findings, state, failure }: RecordHealth): RecordProblem[] {
    return [
      ...(findings.length > 0 ? this.#once('findings', findingsText(findings), !isRepaired(findings)) : []),
      ...(failure === undefined ? [] : this.#once('failure', maintenanceFailedText(failure), true)),
      ...(state.kind === 'failing' ? this.#once('state', failingText(state), true) : []),
    ];
  }

  #once(kind: keyof RecordHealth, text: string, isWarning: boolean): RecordProblem[] {
    if (this.#reported.has(kind)) {
      return [];
    }
    this.#reported.add(kind);
    return [{ text, isWarning }];
  }
}
