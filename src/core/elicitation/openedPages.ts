import type { OpenedPage, OpenHold, SuspendedCall, SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import { type Attribution, callReference } from '#core/model/elicitationRequest.ts';
import { CompletedPages } from './completedPages.ts';
import type { UrlElicitation } from './elicitationParams.ts';

interface OpenedPagesPorts {
  readonly suspendedCalls: SuspendedCalls;
  readonly attribution: () => Attribution;
  cancelCall(callId: string): void;
}

/** The pages that one connection's server wanted opened, after the person has opened them. */
export class OpenedPages {
  readonly completions = new CompletedPages();
  readonly #ports: OpenedPagesPorts;
  /** Ends the watching of pushed pages. */
  readonly #watched = new Set<{ readonly callId: string | undefined; readonly end: AbortController }>();

  constructor(ports: OpenedPagesPorts) {
    this.#ports = ports;
  }

  /** A card for what waits. Stopping it cancels the call. To be closed by whoever opened it. */
  hold(call: Call | undefined, hold: Pick<SuspendedCall, 'visits' | 'resends' | 'withheld'>): OpenHold {
    const { suspendedCalls, attribution, cancelCall } = this.#ports;
    return suspendedCalls.open(
      { ...hold, server: attribution(), call: call && callReference(call) },
      call && (() => cancelCall(call.id)),
    );
  }

  /**
   * Shows a page that was pushed and opened, until the server reports it complete, its call or the connection ends, or
   * the person has seen enough. The server goes on by itself: it was told of the consent already. `call`: only one that is
   * in flight, because with it the card goes away.
   */
  async watch(page: UrlElicitation, call: Call | undefined): Promise<void> {
    const watched = { callId: call?.id, end: new AbortController() };
    const expected = this.completions.expect(page.elicitationId ?? '', () => watched.end.abort());
    const { signal } = watched.end;
    if (signal.aborted) {
      return;
    }
    this.#watched.add(watched);
    const hold = this.hold(call, { visits: [visitOf(page)], resends: false });
    try {
      await hold.next(signal);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    } finally {
      hold.close();
      expected.dispose();
      this.#watched.delete(watched);
    }
  }

  /** A call is over; without `callId` the connection is. */
  end(callId?: string): void {
    for (const { callId: of, end } of this.#watched) {
      if (callId === undefined || of === callId) {
        end.abort();
      }
    }
  }
}

export function visitOf({ url, reading, message, elicitationId }: UrlElicitation): OpenedPage {
  return { url, reading, message, elicitationId, done: false };
}
