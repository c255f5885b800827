import type { Disposable } from '#core/common/events.ts';
import { maxIdLength } from '#core/common/ids.ts';
import { evictOldest } from '#core/common/lruCache.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { OpenedPage, SuspendedCall, SuspendedCallHandle } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import { callReference } from '#core/model/elicitationRequest.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { Elicitation, UrlElicitation } from './elicitationParams.ts';
import { withdrawalOf } from './pushedRequest.ts';

/** The pages that the user has opened for the server of one connection and that are not done yet. */
export class OpenedPages {
  readonly completions = new CompletedPages();
  readonly #context: ElicitationContext;
  /** The pages of pushed requests whose completion is awaited. */
  readonly #watched = new Set<{ readonly callId: string | undefined; readonly end: AbortController }>();

  constructor(context: ElicitationContext) {
    this.#context = context;
  }

  /** Shows a call as suspended. If the user stops it, the call is cancelled. The caller must close the handle. */
  suspend(
    call: Call | undefined,
    suspended: Pick<SuspendedCall, 'openedPages' | 'resends' | 'answersRequest' | 'withheld'>,
  ): SuspendedCallHandle {
    const { suspendedCalls, attribution, cancelCall } = this.#context;
    return suspendedCalls.open(
      { ...suspended, server: attribution(), call: call && callReference(call) },
      call && (() => cancelCall(call.id)),
    );
  }

  /**
   * Shows the opened page of a pushed request until the server reports the page complete, the call or the connection ends, or
   * the user dismisses the page. The server need not wait for this: it has its reply.
   * @param call the call of the request if it is in flight, because the page is hidden when the call ends
   */
  async watch(page: UrlElicitation, call: Call | undefined): Promise<void> {
    const watched = { callId: call?.id, end: new AbortController() };
    const expected = this.completions.expect(page.elicitationId ?? '', () => watched.end.abort());
    const { signal } = watched.end;
    if (signal.aborted) {
      return;
    }
    this.#watched.add(watched);
    const suspended = this.suspend(call, { openedPages: [toOpenedPage(page)], resends: false });
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

  /** Waits until the user says that the page of an accepted request is done. If the user stops that, the request is cancelled. */
  async throughPage(
    { elicitation, call }: { readonly elicitation: Elicitation; readonly call: Call | undefined },
    settlement: Settlement,
    signal: AbortSignal,
  ): Promise<Settlement> {
    if (elicitation.mode !== 'url' || settlement.kind !== 'decided' || settlement.decision.action !== 'accept') {
      return settlement;
    }
    const openedPages = [toOpenedPage(elicitation)];
    const suspended = this.suspend(call, { openedPages, resends: true, answersRequest: true });
    try {
      const isDone = (await suspended.next(signal)) === 'continue';
      return isDone ? settlement : { kind: 'decided', decision: { action: 'cancel' } };
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
      return { kind: 'withdrawn', withdrawal: withdrawalOf(signal) };
    } finally {
      suspended.close();
    }
  }

  /** Stops waiting for the pages of a call; without `callId`, for all pages of the connection. */
  end(callId?: string): void {
    for (const watched of this.#watched) {
      if (callId === undefined || watched.callId === callId) {
        watched.end.abort();
      }
    }
  }
}

export function toOpenedPage({ url, parsedUrl, message, elicitationId }: UrlElicitation): OpenedPage {
  return { url, parsedUrl, message, elicitationId, done: false };
}

/** The number of reported ids that are kept although they are not expected. */
const maxUnexpected = 1000;

/**
 * The pages that the server of one connection has reported complete. Each id of the connection can be completed once. A report
 * that comes before the consent, or before the error that names the id, takes effect when the id is expected.
 * Source: MCP specification 2025-11-25, client/elicitation, "Completion Notifications for URL Mode Elicitation".
 */
export class CompletedPages {
  readonly #expected = new Map<string, Set<() => void>>();
  /** The ids that were reported while not expected, oldest first: too early, or complete already. */
  readonly #unexpected = new Map<string, 'early' | 'complete'>();

  /** Calls `onComplete` once when `elicitationId` is reported complete, synchronously if the report has come already. */
  expect(elicitationId: string, onComplete: () => void): Disposable {
    const report = this.#unexpected.get(elicitationId);
    this.#unexpected.delete(elicitationId);
    if (report === 'early') {
      this.#remember(elicitationId, 'complete');
      onComplete();
      return { dispose: () => undefined };
    }
    const waiting = this.#expected.get(elicitationId) ?? new Set();
    // Wrapped, so that a function that is registered twice has two registrations.
    const registration = () => onComplete();
    this.#expected.set(elicitationId, waiting.add(registration));
    return {
      dispose: () => {
        waiting.delete(registration);
        if (waiting.size === 0 && this.#expected.get(elicitationId) === waiting) {
          // So a later report is stored as early, and takes effect if the retried call makes the id expected again.
          this.#expected.delete(elicitationId);
        }
      },
    };
  }

  /** Handles the server's report that an interaction is complete. */
  complete(elicitationId: string): void {
    const waiting = this.#expected.get(elicitationId);
    if (waiting) {
      this.#expected.delete(elicitationId);
      this.#remember(elicitationId, 'complete');
      for (const onComplete of waiting) {
        onComplete();
      }
    } else if (!this.#unexpected.has(elicitationId) && elicitationId.length <= maxIdLength) {
      this.#remember(elicitationId, 'early');
    }
  }

  #remember(elicitationId: string, report: 'early' | 'complete'): void {
    this.#unexpected.delete(elicitationId);
    this.#unexpected.set(elicitationId, report);
    evictOldest(this.#unexpected, maxUnexpected);
  }
}
