import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Which call the code that runs belongs to. What a Streamable HTTP server sends on the response stream of a request is
 * received inside that request's sending, so a question that arrives there is known to belong to its call, however many
 * are in flight. On transports where everything comes on one stream nothing is known.
 * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server": requests on that stream
 * relate to the originating request.
 */
const storage = new AsyncLocalStorage<string>();

/** The id of no call: for requests that are known to belong to none. */
const noCall = '';

export function runInCall<T>(callId: string, run: () => T): T {
  return storage.run(callId, run);
}

/** For what outlives the call it was begun in: connections and their standing streams. */
export function runOutsideCalls<T>(run: () => T): T {
  return storage.exit(run);
}

/** A call's id, or `noCall`; `undefined` where nothing is known. */
export function currentCallId(): string | undefined {
  return storage.getStore();
}

/** Sends a request of this method. What comes back on a stream of its own belongs to its call, or to none. */
export function runInRequestContext<T>(method: string, hasOwnStream: boolean, send: () => T): T {
  if (method === 'initialize') {
    // A handshake may open streams that outlive the call in which a session had to be begun anew.
    return runOutsideCalls(send);
  }
  return hasOwnStream && currentCallId() === undefined ? runInCall(noCall, send) : send();
}
