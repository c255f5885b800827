import type { FetchLike } from '@modelcontextprotocol/client';

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/**
 * `fetch` whose response streams may be silent for as long as a person thinks: Node's own ends a stream after 300 s
 * without a byte, and a server that sends no keep-alive then waits for an answer that was delivered long ago.
 * Each request goes through whatever dispatcher is in force (a proxy, an editor's own certificates), with only the two
 * timers switched off. Where Node keeps its dispatcher elsewhere, this is plain `fetch`.
 */
export const longFetch: FetchLike = (url, init) => {
  const dispatcher = globalDispatcher();
  if (!dispatcher) {
    return fetch(url, init);
  }
  const patient: Dispatcher = {
    dispatch: (options, handler) => dispatcher.dispatch({ ...options, bodyTimeout: 0, headersTimeout: 0 }, handler),
  };
  return fetch(url, Object.assign({}, init, { dispatcher: patient }));
};

function globalDispatcher(): Dispatcher | undefined {
  // Node sets its dispatcher when its implementation is first looked at, which would be after the first request of all:
  // for HTTP+SSE the very stream that has to be patient.
  Reflect.get(globalThis, 'Request');
  const found: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
  return isDispatcher(found) ? found : undefined;
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value && typeof value.dispatch === 'function';
}
