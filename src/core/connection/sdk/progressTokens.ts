import type { Disposable } from '#core/common/events.ts';
import type { Progress } from '#core/model/call.ts';
import { isRecord } from '#form/json.ts';

/**
 * The progress tokens of one connection. The SDK's own tokens end with the response to their request, but the token of a call
 * that became a task must stay valid until the task has ended.
 * Source: MCP specification, basic/utilities/progress (2025-11-25, "Behavior Requirements" 3; 2026-07-28,
 * basic/patterns/progress).
 */
export class ProgressTokens {
  readonly #listeners = new Map<string, (progress: Progress) => void>();
  #lastToken = 0;

  /** Returns a token that is unique on this connection. `listener` is called until the returned object is disposed of. */
  begin(listener: (progress: Progress) => void): Disposable & { readonly token: number } {
    this.#lastToken += 1;
    const token = this.#lastToken;
    this.#listeners.set(String(token), listener);
    return { token, dispose: () => this.#listeners.delete(String(token)) };
  }

  /**
   * Passes the parameters of `notifications/progress` to the listener of their token. Ignores malformed parameters and unknown
   * tokens. The `message` is untrusted text.
   */
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

/** The parameters of a request whose progress is reported under `token`. */
export function withProgressToken(params: Readonly<Record<string, unknown>>, token: number): Record<string, unknown> {
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isRecord(meta) ? meta : {}), progressToken: token } };
}
