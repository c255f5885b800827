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

  /** Forgets the answers with the ids `forgottenIds`, then remembers `fields`. Beyond the limits, the oldest answers are forgotten. */
  change(fields: readonly RememberedField[], forgottenIds: readonly string[]): void {
    this.#memory.update(rememberedKey, (raw) => {
      const answers = new Map(readAll(raw));
      for (const id of forgottenIds) {
        answers.delete(id);
      }
      for (const field of fields.filter(isKeepable)) {
        answers.set(rememberedFieldId(field), field);
      }
      return toStored([...answers.values()]);
    });
    this.#changed.fire();
  }

  /** Adds the answers of another store's raw value. If both stores have an answer for a field, the newer one stays. */
  merge(raw: unknown): void {
    const { all } = this;
    const newer = [...readAll(raw)].filter(([id, { at }]) => at > (all.get(id)?.at ?? Number.NEGATIVE_INFINITY));
    if (newer.length > 0) {
      this.change(
        newer.map(([, field]) => field),
        [],
      );
    }
  }

  forget(ids: readonly string[]): void {
    this.change([], ids);
  }

  /** Undoes `forget`. An answer that was remembered since then stays. */
  restore(fields: readonly RememberedField[]): void {
    const { all } = this;
    this.change(
      fields.filter((field) => !all.has(rememberedFieldId(field))),
      [],
    );
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
