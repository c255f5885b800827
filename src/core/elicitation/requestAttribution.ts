import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import type { Call } from '#core/model/call.ts';
import { currentCallId } from '#core/model/callContext.ts';
import { isRecord } from '#form/json.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { PushedRequestContext } from './pushedRequest.ts';

/**
 * The call that a pushed request belongs to, if this is certain: the request names the task, it arrived on the response stream
 * of the call's request, or the server works on only one call. The request keeps its call even if the server returns the
 * result of the call before the user has answered: this is allowed up to 2025-11-25.
 */
export function attributedCall(
  { meta }: Pick<PushedRequestContext, 'meta'>,
  { calls, callsAtServer, callOfTask }: Pick<ElicitationContext, 'calls' | 'callsAtServer' | 'callOfTask'>,
): Call | undefined {
  const relatedTaskMeta = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  if (isRecord(relatedTaskMeta) && typeof relatedTaskMeta['taskId'] === 'string') {
    return callOfTask(relatedTaskMeta['taskId']);
  }
  const callId = currentCallId();
  if (callId !== undefined) {
    return calls().find(({ id }) => id === callId);
  }
  const [call, ...others] = callsAtServer();
  return others.length === 0 ? call : undefined;
}

/** Requests that arrived while the same calls were in flight. */
interface UnattributedGroup {
  readonly requests: Set<string>;
  readonly calls: Set<string>;
  /** True if the connection of one of the calls was lost. */
  isLost: boolean;
}

/**
 * The requests whose call is unknown, with the calls that they may belong to. If the connection of one of these calls was
 * lost, the requests count as lost once the last of the calls has ended, because the reply might not be received.
 */
export class UnattributedRequests {
  readonly #groups = new Set<UnattributedGroup>();
  readonly #groupsByRequest = new Map<string, UnattributedGroup>();
  #newest: UnattributedGroup | undefined;

  /** Adds a request. `calls`: the ids of the calls in flight; if there are none, the request is not tracked. */
  add(requestId: string, calls: readonly string[]): void {
    if (calls.length === 0) {
      return;
    }
    // Grouped, so that many requests do not each have a list of many calls.
    if (!this.#newest || !canJoin(this.#newest, calls)) {
      this.#newest = { requests: new Set(), calls: new Set(calls), isLost: false };
      this.#groups.add(this.#newest);
    }
    this.#newest.requests.add(requestId);
    this.#groupsByRequest.set(requestId, this.#newest);
  }

  remove(requestId: string): void {
    const group = this.#groupsByRequest.get(requestId);
    this.#groupsByRequest.delete(requestId);
    group?.requests.delete(requestId);
    if (group?.requests.size === 0) {
      this.#forget(group);
    }
  }

  /** Marks the groups of a call as lost: its connection was lost, so the call gets no response. */
  markLost(callId: string): void {
    for (const group of this.#groups) {
      group.isLost ||= group.calls.has(callId);
    }
  }

  /** Removes a call that has ended. Returns the ids of the requests that are lost. */
  removeCall(callId: string): string[] {
    return [...this.#groups].flatMap((group) => {
      const isLast = group.calls.delete(callId) && group.calls.size === 0;
      if (isLast) {
        this.#forget(group);
      }
      return isLast && group.isLost ? [...group.requests] : [];
    });
  }

  #forget(group: UnattributedGroup): void {
    this.#groups.delete(group);
    if (this.#newest === group) {
      this.#newest = undefined;
    }
  }
}

/** True if a request of exactly these calls can join the group. */
function canJoin(group: UnattributedGroup, calls: readonly string[]): boolean {
  return !group.isLost && group.calls.size === calls.length && calls.every((id) => group.calls.has(id));
}
