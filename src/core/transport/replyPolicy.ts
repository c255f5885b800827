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

/** Before a reply is sent again by itself when the connection broke, in milliseconds. */
const pausesMs = [250, 1000, 4000];

/**
 * Waits before a reply is sent again. False where the connection broke too often for that. Rejects when `signal` fires.
 * @param breaks How often in a row it broke before.
 */
export async function pauseAfterBreak(breaks: number, signal: AbortSignal): Promise<boolean> {
  const pauseMs = pausesMs[breaks];
  if (pauseMs === undefined) {
    return false;
  }
  await delay(pauseMs, undefined, { signal });
  return true;
}

/** A pipe that fails once fails for good. */
export const sendOnce: ReplyPolicy = { deliver: (_reply, attempt) => attempt() };

/** A user's answer is not given up when a connection breaks; a server that gets it twice knows its id. */
export const retryWhenBroken: ReplyPolicy = {
  async deliver(_reply, attempt, signal) {
    for (let breaks = 0; ; breaks += 1) {
      try {
        return await attempt();
      } catch (error) {
        const isBroken = error instanceof SendFailure && error.outcome !== 'refused';
        if (!isBroken || !(await pauseAfterBreak(breaks, signal))) {
          throw error;
        }
      }
    }
  },
};
