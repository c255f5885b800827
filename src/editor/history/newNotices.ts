import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { RecordWriterState } from '#core/record/recordWriter.ts';
import { failingText, foundTroublesText, maintenanceFailedText } from './recordAlerts.ts';
import { isRepaired } from './recordTexts.ts';

/** How the record is doing. */
interface Look {
  readonly found: readonly RepairFinding[];
  readonly state: RecordWriterState;
  /** Why the start could not look after it. */
  readonly failure: string | undefined;
}

export interface RecordProblem {
  readonly text: string;
  readonly isWarning: boolean;
}

/** What a person has to be told of the record though they do not look at it: each kind once in a window. */
export class UnreportedProblems {
  readonly #told = new Set<keyof Look>();

  takeNew({ found, state, failure }: Look): RecordProblem[] {
    return [
      ...(found.length > 0 ? this.#once('found', foundTroublesText(found), !isRepaired(found)) : []),
      ...(failure === undefined ? [] : this.#once('failure', maintenanceFailedText(failure), true)),
      ...(state.kind === 'failing' ? this.#once('state', failingText(state), true) : []),
    ];
  }

  #once(kind: keyof Look, text: string, isWarning: boolean): RecordProblem[] {
    if (this.#told.has(kind)) {
      return [];
    }
    this.#told.add(kind);
    return [{ text, isWarning }];
  }
}
