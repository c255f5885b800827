import { mock } from 'node:test';
import timersPromises from 'node:timers/promises';

const functions = {
  setTimeout: ['setTimeout', 'clearTimeout'],
  setInterval: ['setInterval', 'clearInterval'],
} as const;

/**
 * Enables Node's mock timers, until `mock.timers.reset()`. Code of an earlier test may clear one of its own mock timers afterwards;
 * Node then removes a timer of this test, or fires none of them any more. Here such a timer is ignored.
 * @returns the times of the timers that are set from then on, in milliseconds
 */
export function enableMockTimers(...apis: ('setTimeout' | 'setInterval' | 'Date')[]): number[] {
  const times: number[] = [];
  const real = { clearTimeout, clearInterval };
  mock.timers.enable({ apis });
  for (const api of apis) {
    if (api !== 'Date') {
      const [set, clear] = functions[api];
      guard(set, clear, real[clear], times);
    }
    if (api === 'setTimeout') timersPromises.setTimeout = mockDelay as typeof timersPromises.setTimeout;
  }
  return times;
}

/**
 * `setTimeout` of `node:timers/promises` on the mocked `setTimeout`. Node's own mock calls its unguarded `clearTimeout` when the signal
 * is aborted, also after the timers were reset.
 */
function mockDelay<T>(
  ms?: number,
  value?: T,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      const error = new Error('The operation was aborted', { cause: signal?.reason });
      reject(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Lets the mocked function clear only timers that were set since and have not fired, and notes their times. `realClear` clears timers that
 * are no mock timers.
 */
function guard(
  set: 'setTimeout' | 'setInterval',
  clear: 'clearTimeout' | 'clearInterval',
  realClear: typeof clearTimeout,
  times: number[],
): void {
  const created = new WeakSet<object>();
  const [mockedSet, mockedClear] = [globalThis[set] as (...args: unknown[]) => object, globalThis[clear]];
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
  define(set, (callback: (...args: unknown[]) => unknown, ...others: unknown[]) => {
    const timer = mockedSet(
      (...args: unknown[]) => {
        // Node also removes another timer if one is cleared that has fired, such as one that clears itself.
        if (set === 'setTimeout') created.delete(timer);
        return callback(...args);
      },
      ...others,
    );
    created.add(timer);
    times.push(Number(others[0] ?? 0));
    return timer;
  });
  define(clear, (timer: unknown) => {
    const isMocked = typeof timer === 'object' && timer !== null && created.delete(timer);
    (isMocked ? mockedClear : realClear)(timer as Parameters<typeof clearTimeout>[0]);
  });
}
