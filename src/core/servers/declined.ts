import { type Call, targetOf } from './call.ts';
import type { Elicitation } from './elicitationParams.ts';
import type { ElicitResult } from './elicitResult.ts';
import { subjectOf } from './sameness.ts';

/** What a server gets for what the person has declined for the rest of the call. */
export const declined: ElicitResult = { action: 'decline' };
export const declinedNote = 'The person has declined this for the rest of the call; they were not asked again.';

const mostRemembered = 200;

/** What the person has declined, to know when the server asks the same thing again. */
export class Declined {
  /** What was declined, with the tool, prompt or resource that led to it. */
  readonly #before = new Set<string>();
  /** By call: what is declined whenever it is asked again. */
  readonly #standing = new Map<string, Set<string>>();

  /** True when the person has declined the same before, in this call or in another of the same tool. */
  has(elicitation: Elicitation, call: Call | undefined): boolean {
    return this.#before.size > 0 && this.#before.has(keyOf(elicitation, call));
  }

  /** True when the person wants the same declined for the rest of this call. */
  stands(elicitation: Elicitation, call: Call | undefined): boolean {
    const standing = call && this.#standing.get(call.id);
    return standing?.has(subjectOf(elicitation)) === true;
  }

  /** The person has declined; `rest`: the same for the rest of the call. */
  declined(elicitation: Elicitation, call: Call | undefined, rest: boolean): void {
    remember(this.#before, keyOf(elicitation, call));
    if (call && rest) {
      const standing = this.#standing.get(call.id) ?? new Set();
      this.#standing.set(call.id, standing);
      remember(standing, subjectOf(elicitation));
    }
  }

  /** The person has accepted it: that they declined it once says nothing any more. */
  accepted(elicitation: Elicitation, call: Call | undefined): void {
    if (this.#before.size > 0) {
      this.#before.delete(keyOf(elicitation, call));
    }
  }

  callEnded(callId: string): void {
    this.#standing.delete(callId);
  }
}

function keyOf(elicitation: Elicitation, call: Call | undefined): string {
  const cause = call && [call.request.kind, targetOf(call.request)];
  return JSON.stringify([cause ?? null, subjectOf(elicitation)]);
}

/** The newest are kept. */
function remember(known: Set<string>, key: string): void {
  known.delete(key);
  known.add(key);
  const [oldest] = known;
  if (known.size > mostRemembered && oldest !== undefined) {
    known.delete(oldest);
  }
}
