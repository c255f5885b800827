import type { KeptCall } from '#core/results/keptCall.ts';
import type { Results } from '#core/results/results.ts';

/** The longest trail. The oldest steps are forgotten. */
const maxSteps = 50;

/** What the user left for the current result, the latest last: the ids of results, and `undefined` for the list of results. */
export class ResultTrail {
  readonly #steps: readonly (string | undefined)[];

  constructor(steps: readonly (string | undefined)[] = []) {
    this.#steps = steps.slice(-maxSteps);
  }

  /** The trail with one more step. */
  with(step: string | undefined): ResultTrail {
    return new ResultTrail([...this.#steps, step]);
  }

  /** True if one of the results, or the list, is still there. */
  leadsBack(results: Pick<Results, 'has'>): boolean {
    return this.#steps.some((id) => id === undefined || results.has(id));
  }

  /** The trail of the list, which does not lead back to itself. */
  get withoutLists(): ResultTrail {
    return new ResultTrail(this.#steps.filter((id) => id !== undefined));
  }

  /** The last result of the trail that is still there, without `call` the list; and the trail before it. */
  async back(
    results: Pick<Results, 'open'>,
  ): Promise<{ readonly call: KeptCall | undefined; readonly trail: ResultTrail }> {
    for (const [index, id] of [...this.#steps.entries()].reverse()) {
      const call = id === undefined ? undefined : await results.open(id);
      if (call || id === undefined) {
        return { call, trail: new ResultTrail(this.#steps.slice(0, index)) };
      }
    }
    return { call: undefined, trail: new ResultTrail() };
  }
}
