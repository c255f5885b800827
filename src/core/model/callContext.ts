import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The id of the call that the running code belongs to. Messages on the response stream of a Streamable HTTP request are
 * received in the asynchronous context in which the request was sent, so an elicitation on that stream is attributed to its
 * call, even if several calls run. On a transport with a single stream the call is unknown.
 * Source: MCP specification 2025-11-25, basic/transports, "Sending Messages to the Server": requests on that stream
 * relate to the originating request.
 */
const storage = new AsyncLocalStorage<string>();

/** The id that stands for "known to belong to no call". */
const noCall = '';

export function runInCall<T>(callId: string, run: () => T): T {
  return storage.run(callId, run);
}

/** Runs code that outlives the call that starts it: connections and their standalone streams. */
export function runOutsideCalls<T>(run: () => T): T {
  return storage.exit(run);
}

/** The id of a call, or `noCall`; `undefined` if the call is unknown. */
export function currentCallId(): string | undefined {
  return storage.getStore();
}

/** Calls `send` for a request of this method. Messages on the request's stream are attributed to the current call or to none. */
export function runInRequestContext<T>(method: string, hasOwnStream: boolean, send: () => T): T {
  if (method === 'initialize') {
    // `initialize` may be repeated within a call, and then opens streams that outlive the call.
    return runOutsideCalls(send);
  }
  return hasOwnStream && currentCallId() === undefined ? runInCall(noCall, send) : send();
}
