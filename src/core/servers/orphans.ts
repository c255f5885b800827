interface Candidates {
  readonly calls: Set<string>;
  lost: boolean;
}

/**
 * Questions that no call is known for, and the calls that may have led to them. When the last of those has ended and
 * one was lost with its connection, the question is taken for lost as well: its server would wait in vain.
 */
export class Orphans {
  readonly #candidates = new Map<string, Candidates>();

  /** `calls`: the ids of those in flight. A question that came while none was has another reason to be. */
  asked(questionId: string, calls: readonly string[]): void {
    if (calls.length > 0) {
      this.#candidates.set(questionId, { calls: new Set(calls), lost: false });
    }
  }

  settled(questionId: string): void {
    this.#candidates.delete(questionId);
  }

  /** A call's response will never come. */
  lost(callId: string): void {
    for (const candidates of this.#candidates.values()) {
      candidates.lost ||= candidates.calls.has(callId);
    }
  }

  /** A call is not in flight any more. Returns the questions that are lost by that. */
  ended(callId: string): string[] {
    return [...this.#candidates].flatMap(([questionId, { calls, lost }]) =>
      calls.delete(callId) && calls.size === 0 && lost ? [questionId] : [],
    );
  }
}
