/** Requests that came while the same calls were in flight. */
interface RequestGroup {
  readonly requests: Set<string>;
  readonly calls: Set<string>;
  lost: boolean;
}

/**
 * Requests whose call is not known, and the calls that may have led to them. When the last of these calls has ended, and
 * one of them was lost with its connection, the requests count as lost too: their server would wait in vain.
 */
export class UnattributedRequests {
  readonly #groups = new Set<RequestGroup>();
  readonly #groupOf = new Map<string, RequestGroup>();
  #newest: RequestGroup | undefined;

  /** `calls`: the ids of the calls in flight. A request that comes while there are none is not followed. */
  asked(requestId: string, calls: readonly string[]): void {
    if (calls.length === 0) {
      return;
    }
    // Grouped, so that many requests of many calls do not keep a list of all calls each.
    if (!this.#newest || !hasCalls(this.#newest, calls)) {
      this.#newest = { requests: new Set(), calls: new Set(calls), lost: false };
      this.#groups.add(this.#newest);
    }
    this.#newest.requests.add(requestId);
    this.#groupOf.set(requestId, this.#newest);
  }

  settled(requestId: string): void {
    const group = this.#groupOf.get(requestId);
    this.#groupOf.delete(requestId);
    group?.requests.delete(requestId);
    if (group?.requests.size === 0) {
      this.#forget(group);
    }
  }

  /** A call's response will never come. */
  lost(callId: string): void {
    for (const group of this.#groups) {
      group.lost ||= group.calls.has(callId);
    }
  }

  /** A call has ended. Returns the ids of the requests that are lost by that. */
  ended(callId: string): string[] {
    return [...this.#groups].flatMap((group) => {
      const isLast = group.calls.delete(callId) && group.calls.size === 0;
      if (isLast) {
        this.#forget(group);
      }
      return isLast && group.lost ? [...group.requests] : [];
    });
  }

  #forget(group: RequestGroup): void {
    this.#groups.delete(group);
    if (this.#newest === group) {
      this.#newest = undefined;
    }
  }
}

/** True if a request of exactly these calls can join the group. */
function hasCalls(group: RequestGroup, calls: readonly string[]): boolean {
  return !group.lost && group.calls.size === calls.length && calls.every((id) => group.calls.has(id));
}
