import type { Disposable } from '#core/common/events.ts';
import { maxIdLength } from '#core/common/ids.ts';
import { evictOldest } from '#core/common/lruCache.ts';
import type { OpenedPage, SuspendedCall, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import { callReference } from '#core/model/elicitationRequest.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { UrlElicitation } from './elicitationParams.ts';

/** The pages of one connection's server that the user has opened and that are not done yet. */
export class OpenedPages {
  readonly completions = new CompletedPages();
  readonly #context: ElicitationContext;
  /** Pushed pages whose completion is awaited. */
  readonly #watched = new Set<{ readonly callId: string | undefined; readonly end: AbortController }>();

  constructor(context: ElicitationContext) {
    this.#context = context;
  }

  /** Shows a call as suspended. Stopping it cancels the call. The caller closes the handle. */
  suspend(
    call: Call | undefined,
    suspended: Pick<SuspendedCall, 'openedPages' | 'resends' | 'withheld'>,
  ): SuspendedCallHandle {
    const { suspendedCalls, attribution, cancelCall } = this.#context;
    return suspendedCalls.open(
      { ...suspended, server: attribution(), call: call && callReference(call) },
      call && (() => cancelCall(call.id)),
    );
  }

  /**
   * Shows a page that was pushed and opened until the server reports it complete, the call or the connection ends, or the
   * user dismisses it. The server goes on by itself: it has the user's consent. `call`: only one that is in flight, because
   * the page is dismissed with the call.
   */
  async watch(page: UrlElicitation, call: Call | undefined): Promise<void> {
    const watched = { callId: call?.id, end: new AbortController() };
    const expected = this.completions.expect(page.elicitationId ?? '', () => watched.end.abort());
    const { signal } = watched.end;
    if (signal.aborted) {
      return;
    }
    this.#watched.add(watched);
    const suspended = this.suspend(call, { openedPages: [openedPage(page)], resends: false });
    try {
      await suspended.next(signal);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    } finally {
      suspended.close();
      expected.dispose();
      this.#watched.delete(watched);
    }
  }

  /** Ends the waiting for pages of a call; without `callId`, for all pages of the connection. */
  end(callId?: string): void {
    for (const { callId: of, end } of this.#watched) {
      if (callId === undefined || of === callId) {
        end.abort();
      }
    }
  }
}

export function openedPage({ url, parsedUrl, message, elicitationId }: UrlElicitation): OpenedPage {
  return { url, parsedUrl, message, elicitationId, done: false };
}

/** Reported ids that are remembered although they are not expected. */
const maxReported = 1000;

/**
 * Which pages the server of one connection has reported complete. An id of this connection can be completed once. A report
 * that comes before the consent, or before the error that names the id, counts when that id is expected.
 * Source: MCP specification 2025-11-25, client/elicitation, "Completion Notifications for URL Mode Elicitation".
 */
export class CompletedPages {
  readonly #expected = new Map<string, Set<() => void>>();
  /** Reported while not expected, oldest first: too early, or complete already. */
  readonly #others = new Map<string, 'early' | 'complete'>();

  /** Calls `done` once when `elicitationId` is complete, at once if that was reported before. */
  expect(elicitationId: string, done: () => void): Disposable {
    const other = this.#others.get(elicitationId);
    this.#others.delete(elicitationId);
    if (other === 'early') {
      this.#remember(elicitationId, 'complete');
      done();
      return { dispose: () => undefined };
    }
    const waiting = this.#expected.get(elicitationId) ?? new Set();
    // Wrapped, so that a function that is registered twice has two registrations.
    const entry = () => done();
    this.#expected.set(elicitationId, waiting.add(entry));
    return {
      dispose: () => {
        waiting.delete(entry);
        if (waiting.size === 0 && this.#expected.get(elicitationId) === waiting) {
          // A report that comes later counts if the id is expected again, when the call has been sent again.
          this.#expected.delete(elicitationId);
        }
      },
    };
  }

  /** The server has reported an interaction complete. */
  complete(elicitationId: string): void {
    const waiting = this.#expected.get(elicitationId);
    if (waiting) {
      this.#expected.delete(elicitationId);
      this.#remember(elicitationId, 'complete');
      for (const done of waiting) {
        done();
      }
    } else if (!this.#others.has(elicitationId) && elicitationId.length <= maxIdLength) {
      this.#remember(elicitationId, 'early');
    }
  }

  #remember(elicitationId: string, as: 'early' | 'complete'): void {
    this.#others.delete(elicitationId);
    this.#others.set(elicitationId, as);
    evictOldest(this.#others, maxReported);
  }
}
