import { digestOf } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';

const maxKept = 10_000;

/**
 * The numbers under which requests were asked at this window, over all connections of a client. A request that is asked again has a
 * higher number; one with an older number was overtaken on its way.
 */
export class AskNumbers {
  readonly #newest = new LruCache<number>(maxKept);

  /** True, and remembers the number, if the request was not asked under this number or a higher one. */
  admit(session: readonly [client: string, session: string], id: string, number: number): boolean {
    const key = digestOf([...session, id]);
    if ((this.#newest.get(key) ?? -1) >= number) {
      return false;
    }
    this.#newest.set(key, number);
    return true;
  }
}
