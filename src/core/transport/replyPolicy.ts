import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { SendFailure } from './sendFailure.ts';

/** Decides how often the host tries to send a reply to a request of the server. */
export interface ReplyPolicy {
  /**
   * Calls `attempt`, which sends the reply once, until `attempt` succeeds or the policy gives up. Rejects with the error of
   * the last attempt, usually a SendFailure, or with the signal's reason. `signal` fires when the connection ends. The
   * signal that `attempt` gets ends that attempt.
   */
  deliver(reply: JSONRPCResponse, attempt: (signal?: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** The pauses before a reply is sent again automatically. */
const retryPausesMs = [250, 1000, 4000];

/**
 * Waits before a reply is sent again. Resolves with false at once if the connection broke too often. Rejects when `signal`
 * fires.
 * @param breaks How often in a row the connection had broken before the last break.
 */
export async function pauseAfterBreak(breaks: number, signal: AbortSignal): Promise<boolean> {
  const pauseMs = retryPausesMs[breaks];
  if (pauseMs === undefined) {
    return false;
  }
  await delay(pauseMs, undefined, { signal });
  return true;
}

/** The policy for stdio, which makes one attempt: a pipe that has failed stays broken. */
export const sendOnce: ReplyPolicy = { deliver: (_reply, attempt) => attempt() };

/** The policy for HTTP, which sends the reply again if the connection broke. The server recognises a copy by its id. */
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
