import type { Call } from '#core/model/call.ts';

/** Requests that may belong to the same calls. */
interface Group {
  readonly requests: Set<string>;
  /** The ids of the calls that have not ended. */
  readonly calls: Set<string>;
  /** The list of these calls with which a request was last added; a list that is the same need not be compared. */
  list: readonly CallId[] | undefined;
  /** True if the connection of one of the calls was lost. */
  isLost: boolean;
}

type CallId = Pick<Call, 'id'>;

/**
 * Requests whose call is unknown, by the calls that they may belong to, until the last of these calls has ended. Grouped, so that
 * many requests do not each have a list of many calls.
 */
export class CallGroups {
  readonly #groupsByRequest = new Map<string, Group>();
  readonly #groupsByCall = new Map<string, Set<Group>>();
  #newest: Group | undefined;

  /** Adds a request. `calls`: the calls in flight; if there are none, the request is not tracked. */
  add(requestId: string, calls: readonly CallId[]): void {
    if (calls.length === 0) {
      return;
    }
    const group = this.#newest && canJoin(this.#newest, calls) ? this.#newest : this.#newGroup(calls);
    group.list = calls;
    group.requests.add(requestId);
    this.#groupsByRequest.set(requestId, group);
  }

  remove(requestId: string): void {
    const group = this.#groupsByRequest.get(requestId);
    this.#groupsByRequest.delete(requestId);
    group?.requests.delete(requestId);
    if (group?.requests.size === 0) {
      this.#forget(group);
    }
  }

  /** The requests that can belong to no other call in flight. */
  requestsOfOnly(callId: string): readonly string[] {
    return this.#groupsOf(callId).flatMap(({ requests, calls }) => (calls.size === 1 ? [...requests] : []));
  }

  /** Marks the requests that may belong to a call as lost: its connection was lost, so the call gets no response. */
  markLost(callId: string): void {
    for (const group of this.#groupsOf(callId)) {
      group.isLost = true;
    }
  }

  /** Removes a call that has ended. Returns the requests that can belong to no call any more. They are no longer tracked. */
  removeCall(callId: string): readonly { readonly id: string; readonly isLost: boolean }[] {
    return this.#groupsOf(callId).flatMap((group) => {
      group.calls.delete(callId);
      group.list = undefined;
      this.#groupsByCall.delete(callId);
      if (group.calls.size > 0) {
        return [];
      }
      this.#forget(group);
      return [...group.requests].map((id) => {
        this.#groupsByRequest.delete(id);
        return { id, isLost: group.isLost };
      });
    });
  }

  #groupsOf(callId: string): readonly Group[] {
    return [...(this.#groupsByCall.get(callId) ?? [])];
  }

  #newGroup(calls: readonly CallId[]): Group {
    const group: Group = {
      requests: new Set(),
      calls: new Set(calls.map(({ id }) => id)),
      list: undefined,
      isLost: false,
    };
    for (const id of group.calls) {
      this.#groupsByCall.set(id, (this.#groupsByCall.get(id) ?? new Set()).add(group));
    }
    this.#newest = group;
    return group;
  }

  #forget(group: Group): void {
    for (const id of group.calls) {
      const groups = this.#groupsByCall.get(id);
      groups?.delete(group);
      if (groups?.size === 0) {
        this.#groupsByCall.delete(id);
      }
    }
    if (this.#newest === group) {
      this.#newest = undefined;
    }
  }
}

/** True if a request of exactly these calls can join the group. */
function canJoin(group: Group, calls: readonly CallId[]): boolean {
  return (
    !group.isLost &&
    group.calls.size === calls.length &&
    (group.list === calls || calls.every(({ id }) => group.calls.has(id)))
  );
}
