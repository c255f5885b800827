import type { Disposable } from '#core/common/events.ts';
import { isRecord } from '#form/json.ts';

/** What a server says of how far it is. `message` is hostile text. */
export interface ProgressNews {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * The progress tokens of one connection. The SDK forgets a token with the response to its request, but the one of a call
 * that became a task stays valid until the task has ended.
 * Source: MCP specification, basic/utilities/progress (2025-11-25, "Behavior Requirements" 3; 2026-07-28,
 * basic/patterns/progress).
 */
export class ProgressTokens {
  readonly #listeners = new Map<string, (news: ProgressNews) => void>();
  #last = 0;

  /** Gives a token that no other request of this connection has; `listener` is called until the result is disposed of. */
  begin(listener: (news: ProgressNews) => void): Disposable & { readonly token: number } {
    this.#last += 1;
    const token = this.#last;
    this.#listeners.set(String(token), listener);
    return { token, dispose: () => this.#listeners.delete(String(token)) };
  }

  /** Takes the parameters of `notifications/progress`. Malformed ones and those of unknown tokens are ignored. */
  receive(params: unknown): void {
    if (!isRecord(params)) {
      return;
    }
    const { progressToken, progress, total, message } = params;
    if (Number.isFinite(progress) && (typeof progressToken === 'string' || typeof progressToken === 'number')) {
      this.#listeners.get(String(progressToken))?.({
        progress: Number(progress),
        ...(Number.isFinite(total) && { total: Number(total) }),
        ...(typeof message === 'string' && { message }),
      });
    }
  }
}
