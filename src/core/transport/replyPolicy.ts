import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { SendFailure } from './sendFailure.ts';

/** How often a reply to a request of the server is sent. */
export interface ReplyPolicy {
  /**
   * Calls `attempt`, which sends the reply once, until it succeeds or the policy gives up. Rejects with the error of the
   * last attempt, usually a SendFailure, or with the signal's reason. `signal` fires when the connection ends. An attempt
   * is given up when the signal fires that it was called with.
   */
  deliver(reply: JSONRPCResponse, attempt: (signal?: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** The pauses before a reply is sent again automatically, in milliseconds. */
const retryPausesMs = [250, 1000, 4000];

/**
 * Waits before a reply is sent again. Resolves with false when the connection broke too often. Rejects when `signal` fires.
 * @param breaks How often in a row the connection broke before.
 */
export async function pauseAfterBreak(breaks: number, signal: AbortSignal): Promise<boolean> {
  const pauseMs = retryPausesMs[breaks];
  if (pauseMs === undefined) {
    return false;
  }
  await delay(pauseMs, undefined, { signal });
  return true;
}

/** For stdio: a pipe that fails once fails for good. */
export const sendOnce: ReplyPolicy = { deliver: (_reply, attempt) => attempt() };

/** For HTTP: sends again when the connection breaks. A server that gets a reply twice recognises its id. */
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
