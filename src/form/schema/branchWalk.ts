import type { JsonObject } from './keywordReader.ts';
import { findTarget } from './unwrapProperty.ts';

/** Visits of one walk: of schemas, and of entries of their lists. They take 15 ms. The schemas of known tools need 40 at most. */
const maxVisits = 5000;
/** Visits that are counted for an escape in a reference: the engine takes as long to refuse an invalid one. */
const visitsOfEscape = 20;

/**
 * One walk through the branches of a schema, with a limit: through references and alternatives a small schema can stand for a huge
 * one. After the limit nothing more is read, and the walk is incomplete.
 */
export class BranchWalk {
  readonly #rootSchema: JsonObject;
  readonly #targets = new Map<string, unknown>();
  #left = maxVisits;

  constructor(rootSchema: JsonObject) {
    this.#rootSchema = rootSchema;
  }

  /** False after the limit: what was read since may lack parts. */
  get isComplete(): boolean {
    return this.#left >= 0;
  }

  /** Counts visits. Returns false if they exceed the limit; then they must not be made. */
  spend(visits: number): boolean {
    this.#left -= visits;
    return this.isComplete;
  }

  /** The target of a local reference; `undefined` if there is none. */
  target(reference: string): unknown {
    if (!this.#targets.has(reference)) {
      const escapes = reference.split('%').length - 1;
      const isRead = this.spend(1 + escapes * visitsOfEscape);
      this.#targets.set(reference, isRead ? findTarget(reference, this.#rootSchema) : undefined);
    }
    return this.#targets.get(reference);
  }
}
