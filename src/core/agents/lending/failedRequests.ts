import type { SecretMask } from '#core/common/secretMask.ts';
import type { GrantedEntry } from './grantedEntry.ts';
import { type LendingServices, lastAuthorizationOf } from './lendingServices.ts';
import type { LentBeginning } from './lentBeginning.ts';
import type { LentLists } from './lentLists.ts';
import { keptReply, reasonReply } from './lentReplies.ts';
import type { LentRequest } from './lentRequests.ts';
import type { LentToolHeaders } from './lentToolHeaders.ts';
import type { PendingRequests } from './pendingRequests.ts';
import { UserRequired } from './userRequired.ts';

/** Parts of the session of an agent. */
interface SessionParts {
  readonly services: LendingServices;
  readonly lists: Pick<LentLists, 'find'>;
  readonly entry: Pick<GrantedEntry, 'definition'>;
  readonly requests: Pick<PendingRequests, 'remove'>;
  readonly beginning: Pick<LentBeginning, 'noteResult'>;
  readonly toolHeaders: Pick<LentToolHeaders, 'noteResult'>;
  /** Masks the secrets of the server. */
  secrets(): SecretMask;
  send(text: string): void;
}

/** Replies to requests that get no response of the server: with what was kept if the user has to be asked first, or with the reason. */
export class FailedRequests {
  readonly #session: SessionParts;

  constructor(session: SessionParts) {
    this.#session = session;
  }

  /** Has no effect on a request that has its response, or was cancelled. */
  reply(request: LentRequest, reason: unknown): void {
    const { requests, send, secrets } = this.#session;
    if (reason instanceof UserRequired) {
      void this.#showKept(request, reason);
    } else if (requests.remove(request)) {
      send(reasonReply(request, reason, secrets()));
    }
  }

  async #showKept(request: LentRequest, reason: UserRequired): Promise<void> {
    const { requests, beginning, toolHeaders, send, secrets } = this.#session;
    const kept = await this.#kept(request);
    if (!requests.remove(request)) {
      return;
    }
    if (kept !== undefined) {
      beginning.noteResult(request.method, kept);
      toolHeaders.noteResult(request, kept);
    }
    send(kept === undefined ? reasonReply(request, reason, secrets()) : keptReply(request, kept));
  }

  async #kept({ method, params }: LentRequest): Promise<string | undefined> {
    const { entry, lists, services } = this.#session;
    const { definition } = entry;
    const authorization = definition && (await lastAuthorizationOf(definition, services));
    return method === 'ping' ? '{}' : definition && lists.find(definition, method, params, authorization);
  }
}
