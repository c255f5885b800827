import type { Steps } from '../../bridge/messages.ts';
import type { Settlement } from '../../core/inbox/inbox.ts';
import type { ElicitationRequest } from '../../core/inbox/request.ts';

type StepState = Steps['states'][number];

const MOST = 20;

/** Questions that came together, and how each was settled. Remembers the newest 20 groups. */
export class Groups {
  readonly #groups = new Map<string, Map<number, StepState>>();

  settled({ group }: ElicitationRequest, settlement: Settlement): void {
    if (!group) {
      return;
    }
    const states = this.#groups.get(group.id) ?? new Map<number, StepState>();
    states.set(group.index, settlement.kind === 'decided' ? settlement.decision.action : 'cancel');
    this.#groups.delete(group.id);
    if (states.size < group.size) {
      this.#groups.set(group.id, states);
    }
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > MOST && oldest !== undefined) {
      this.#groups.delete(oldest);
    }
  }

  /** Where a question stands among those that came with it; `undefined` for one that came alone. */
  steps({ group }: ElicitationRequest): Steps | undefined {
    if (!group || group.size < 2) {
      return undefined;
    }
    const states = this.#groups.get(group.id);
    return {
      current: group.index,
      states: Array.from({ length: group.size }, (_, index) => states?.get(index) ?? 'waiting'),
    };
  }
}
