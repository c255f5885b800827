import { type Call, targetOf } from '#core/model/call.ts';
import type { Elicitation } from './elicitationParams.ts';
import type { ElicitResult } from './elicitResult.ts';
import { subjectOf } from './fingerprint.ts';

/** What a server gets for what the person has declined for the rest of the call. */
export const declineResult: ElicitResult = { action: 'decline' };
export const declinedNote = 'The person has declined this for the rest of the call; they were not asked again.';

const mostRemembered = 200;

/** What the person has declined, to know when the server asks the same thing again. */
export class DeclinedForCall {
  /** What was declined, with the tool, prompt or resource that led to it, and the id of the call it was last declined in. */
  readonly #before = new Map<string, string | undefined>();
  /** By call: what is declined whenever it is asked again. */
  readonly #standing = new Map<string, Set<string>>();

  /**
   * True when the user has declined the same before, in this call or in another of the same tool. Not in another one that
   * they have begun themselves: then it is not the server that asks again.
   */
  has(elicitation: Elicitation, call: Call | undefined): boolean {
    if (this.#before.size === 0) {
      return false;
    }
    const key = keyOf(elicitation, call);
    return this.#before.has(key) && (call?.origin !== 'person' || this.#before.get(key) === call.id);
  }

  /** True when the person wants the same declined for the rest of this call. */
  stands(elicitation: Elicitation, call: Call | undefined): boolean {
    const standing = call && this.#standing.get(call.id);
    return standing?.has(subjectOf(elicitation)) === true;
  }

  /** The person has declined; `rest`: the same for the rest of the call. */
  declined(elicitation: Elicitation, call: Call | undefined, rest: boolean): void {
    const key = keyOf(elicitation, call);
    this.#before.delete(key);
    this.#before.set(key, call?.id);
    makeRoom(this.#before);
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
  makeRoom(known);
}

function makeRoom(known: Set<string> | Map<string, unknown>): void {
  const [oldest] = known.keys();
  if (known.size > mostRemembered && oldest !== undefined) {
    known.delete(oldest);
  }
}
