/** Questions that came while the same calls were in flight. */
interface Group {
  readonly questions: Set<string>;
  readonly calls: Set<string>;
  lost: boolean;
}

/**
 * Questions that no call is known for, and the calls that may have led to them. When the last of those has ended and
 * one was lost with its connection, the question is taken for lost as well: its server would wait in vain.
 */
export class UnattributedRequests {
  readonly #groups = new Set<Group>();
  readonly #groupOf = new Map<string, Group>();
  #newest: Group | undefined;

  /** `calls`: the ids of those in flight. A question that came while none was has another reason to be. */
  asked(questionId: string, calls: readonly string[]): void {
    if (calls.length === 0) {
      return;
    }
    // Many questions of many calls would otherwise keep a list each of all of them.
    if (!this.#newest || !isOf(calls, this.#newest)) {
      this.#newest = { questions: new Set(), calls: new Set(calls), lost: false };
      this.#groups.add(this.#newest);
    }
    this.#newest.questions.add(questionId);
    this.#groupOf.set(questionId, this.#newest);
  }

  settled(questionId: string): void {
    const group = this.#groupOf.get(questionId);
    this.#groupOf.delete(questionId);
    group?.questions.delete(questionId);
    if (group?.questions.size === 0) {
      this.#forget(group);
    }
  }

  /** A call's response will never come. */
  lost(callId: string): void {
    for (const group of this.#groups) {
      group.lost ||= group.calls.has(callId);
    }
  }

  /** A call is not in flight any more. Returns the questions that are lost by that. */
  ended(callId: string): string[] {
    return [...this.#groups].flatMap((group) => {
      const isOver = group.calls.delete(callId) && group.calls.size === 0;
      if (isOver) {
        // Nothing can be lost with it any more.
        this.#forget(group);
      }
      return isOver && group.lost ? [...group.questions] : [];
    });
  }

  #forget(group: Group): void {
    this.#groups.delete(group);
    if (this.#newest === group) {
      this.#newest = undefined;
    }
  }
}

/** True when a question of these calls would share the fate of the group's. */
function isOf(calls: readonly string[], group: Group): boolean {
  return !group.lost && group.calls.size === calls.length && calls.every((id) => group.calls.has(id));
}
