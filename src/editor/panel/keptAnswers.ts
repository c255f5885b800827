import type { FormRequest } from '../../core/inbox/request.ts';
import type { Clock } from '../../core/ports.ts';
import { targetOf } from '../../core/servers/call.ts';
import type { FormInputs } from '../../form/model.ts';

const MOST = 20;
/** In milliseconds. */
const LONGEST = 3_600_000;

interface Kept {
  readonly at: number;
  readonly inputs: FormInputs;
}

/**
 * What was typed into questions that went away before they were answered, for when they are asked again: the newest 20,
 * for an hour. In memory only, because it may be anything.
 */
export class KeptAnswers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(request: FormRequest, inputs: FormInputs): void {
    const key = keyOf(request);
    this.#kept.delete(key);
    this.#kept.set(key, { at: this.#clock.now(), inputs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
  }

  /** What was typed when the same was asked before, handed out once. */
  take(request: FormRequest): FormInputs | undefined {
    const now = this.#clock.now();
    for (const [key, { at }] of this.#kept) {
      if (now - at > LONGEST) {
        this.#kept.delete(key);
      }
    }
    const key = keyOf(request);
    const inputs = this.#kept.get(key)?.inputs;
    this.#kept.delete(key);
    return inputs;
  }
}

/** The same question: the same words and the same form, from the same server, for the same tool. */
function keyOf({ server, call, message, schema }: FormRequest): string {
  return JSON.stringify([server.id, call?.request.kind, call && targetOf(call.request), message, schema]);
}
