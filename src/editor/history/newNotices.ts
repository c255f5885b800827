import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { RecordWriterState } from '#core/record/recordWriter.ts';
import { failingText, foundText, neglectedText } from './alerts.ts';
import { isRepaired } from './recordWords.ts';

/** How the record is doing. */
interface Look {
  readonly found: readonly RepairFinding[];
  readonly state: RecordWriterState;
  /** Why the start could not look after it. */
  readonly failure: string | undefined;
}

export interface RecordNotice {
  readonly text: string;
  readonly isWarning: boolean;
}

/** What a person has to be told of the record though they do not look at it: each kind once in a window. */
export class NewNotices {
  readonly #told = new Set<keyof Look>();

  look({ found, state, failure }: Look): RecordNotice[] {
    return [
      ...(found.length > 0 ? this.#once('found', foundText(found), !isRepaired(found)) : []),
      ...(failure === undefined ? [] : this.#once('failure', neglectedText(failure), true)),
      ...(state.kind === 'failing' ? this.#once('state', failingText(state), true) : []),
    ];
  }

  #once(kind: keyof Look, text: string, isWarning: boolean): RecordNotice[] {
    if (this.#told.has(kind)) {
      return [];
    }
    this.#told.add(kind);
    return [{ text, isWarning }];
  }
}
