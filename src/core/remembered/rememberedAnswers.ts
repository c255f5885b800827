import type { Clock } from '#core/common/clock.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { SharedStateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';
import {
  isKeepable,
  maxRemembered,
  maxTotalLength,
  type RememberedField,
  readRememberedField,
  rememberedFieldId,
} from './rememberedField.ts';

/** The key of the remembered answers in the state store. */
export const rememberedKey = 'rememberedAnswers';

interface RememberedContext {
  /** The store that all windows share. Its content is not trusted. */
  readonly memory: SharedStateStore;
  readonly clock: Clock;
}

/** The answers that the user wants to use again, by id. They only fill in forms: nothing is sent without the user. */
export class RememberedAnswers {
  readonly clock: Clock;
  readonly #memory: SharedStateStore;
  readonly #changed = new Emitter<void>();
  /** The value that was read last, and the fields in it. */
  #read: { readonly raw: unknown; readonly fields: ReadonlyMap<string, RememberedField> } | undefined;

  /** Fires when an answer was remembered or forgotten in this window. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor({ memory, clock }: RememberedContext) {
    this.#memory = memory;
    this.clock = clock;
  }

  /** All remembered answers, by id. */
  get all(): ReadonlyMap<string, RememberedField> {
    const raw = this.#memory.get(rememberedKey);
    if (!this.#read || this.#read.raw !== raw) {
      this.#read = { raw, fields: readAll(raw) };
    }
    return this.#read.fields;
  }

  get(id: string): RememberedField | undefined {
    return this.all.get(id);
  }

  /**
   * Forgets the answers with the ids `forgottenIds`, then remembers `fields`. Beyond the limits, the oldest answers are forgotten. If this
   * is written late, because the disk was full, an answer that another window has remembered since stays.
   */
  change(fields: readonly RememberedField[], forgottenIds: readonly string[]): void {
    const at = this.clock.now();
    this.#update((answers) => {
      for (const id of forgottenIds.filter((forgotten) => !this.#isNewer(answers.get(forgotten), at))) {
        answers.delete(id);
      }
      for (const field of fields.filter(isKeepable)) {
        const id = rememberedFieldId(field);
        if (!this.#isNewer(answers.get(id), field.at)) {
          answers.set(id, field);
        }
      }
    });
  }

  /** Adds the answers of another store's raw value. If both stores have an answer for a field, the newer one stays. */
  merge(raw: unknown): void {
    const others = readAll(raw);
    const newer = (answers: ReadonlyMap<string, RememberedField>) =>
      [...others].filter(([id, { at }]) => at > (answers.get(id)?.at ?? Number.NEGATIVE_INFINITY));
    if (newer(this.all).length > 0) {
      this.#update((answers) => {
        for (const [id, field] of newer(answers)) {
          answers.set(id, field);
        }
      });
    }
  }

  forget(ids: readonly string[]): void {
    this.change([], ids);
  }

  /** Undoes `forget`. An answer that was remembered since then stays. */
  restore(fields: readonly RememberedField[]): void {
    this.#update((answers) => {
      for (const field of fields.filter((forgotten) => !answers.has(rememberedFieldId(forgotten)))) {
        answers.set(rememberedFieldId(field), field);
      }
    });
  }

  #update(change: (answers: Map<string, RememberedField>) => void): void {
    this.#memory.update(rememberedKey, (raw) => {
      const answers = new Map(readAll(raw));
      change(answers);
      return toStored([...answers.values()]);
    });
    this.#changed.fire();
  }

  /** False for an answer from the future: its time comes from a wrong clock, and it would never be replaced. */
  #isNewer(answer: RememberedField | undefined, at: number): boolean {
    return answer !== undefined && answer.at > at && answer.at <= this.clock.now();
  }
}

/** The value for the state store, with the newest fields up to the limits; `undefined` if there are none. */
function toStored(fields: readonly RememberedField[]): unknown {
  let totalLength = 0;
  const newest = fields
    .toSorted((one, other) => other.at - one.at)
    .slice(0, maxRemembered)
    .filter((field) => {
      totalLength += JSON.stringify(field).length;
      return totalLength <= maxTotalLength;
    });
  return newest.length > 0 ? { format: 1, fields: newest } : undefined;
}

function readAll(raw: unknown): ReadonlyMap<string, RememberedField> {
  const answers = isRecord(raw) && raw['format'] === 1 && Array.isArray(raw['fields']) ? raw['fields'] : [];
  const fields = answers.slice(0, maxRemembered).flatMap((answer: unknown) => readRememberedField(answer) ?? []);
  return new Map(fields.map((field) => [rememberedFieldId(field), field]));
}
