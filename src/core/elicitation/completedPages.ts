import type { Disposable } from '#core/common/events.ts';
import { maxIdLength } from '#core/common/ids.ts';

/** Ids that are remembered although nobody waits for them. */
const remembered = 1000;

/**
 * Which pages the server of one connection has reported complete. Only an id that this connection's server has given can
 * be completed, and once; a report that overtakes the consent, or the very error that names the id, counts when that id
 * turns up. Ids of other connections are not known here.
 * Source: MCP specification 2025-11-25, client/elicitation, "Completion Notifications for URL Mode Elicitation".
 */
export class CompletedPages {
  readonly #expected = new Map<string, Set<() => void>>();
  /** Reported without being expected, oldest first: too early, or already complete. */
  readonly #others = new Map<string, 'early' | 'complete'>();

  /** Calls `done` when `elicitationId` is complete, at once where that was reported before. At most once. */
  expect(elicitationId: string, done: () => void): Disposable {
    const other = this.#others.get(elicitationId);
    this.#others.delete(elicitationId);
    if (other === 'early') {
      this.#remember(elicitationId, 'complete');
      done();
      return { dispose: () => undefined };
    }
    const waiting = this.#expected.get(elicitationId) ?? new Set();
    // Wrapped, so that the same function registered twice is two registrations.
    const entry = () => done();
    this.#expected.set(elicitationId, waiting.add(entry));
    return {
      dispose: () => {
        waiting.delete(entry);
        if (waiting.size === 0 && this.#expected.get(elicitationId) === waiting) {
          // A report that comes now still counts if the id turns up again: the call is being sent again just then.
          this.#expected.delete(elicitationId);
        }
      },
    };
  }

  /** The server says that an interaction is complete. */
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
    const [oldest] = this.#others.keys();
    if (this.#others.size > remembered && oldest !== undefined) {
      this.#others.delete(oldest);
    }
  }
}
