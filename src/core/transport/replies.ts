import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { SendFailure } from './sendFailure.ts';

/** How often a reply to a request of the server's is sent. */
export interface ReplyPolicy {
  /**
   * Resolves when `attempt`, which sends the reply once, has. Rejects with what the last attempt rejected with, a
   * SendFailure as a rule, or with the signal's reason. `signal` fires when the connection ends. An attempt that has not
   * come to its end is given up when the signal fires that it was given.
   */
  deliver(reply: JSONRPCResponse, attempt: (signal?: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

const pausesMs = [250, 1000, 4000];

/** A pipe that fails once fails for good. */
export const once: ReplyPolicy = { deliver: (_reply, attempt) => attempt() };

/** A user's answer is not given up when a connection breaks; a server that gets it twice knows its id. */
export const retryBroken: ReplyPolicy = {
  async deliver(_reply, attempt, signal) {
    for (const pauseMs of pausesMs) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof SendFailure) || error.outcome === 'refused') {
          throw error;
        }
        await delay(pauseMs, undefined, { signal });
      }
    }
    return attempt();
  },
};
