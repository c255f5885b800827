import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { enableMockTimers } from '#test/mockTimers.ts';

/**
 * Replaces `setTimeout`, also that of `node:timers/promises`, by one that runs only when `mock.timers.tick` is called. Tests
 * wait with `settled` meanwhile, and end with `restoreTimers`.
 */
export function fakeTimers(): void {
  enableMockTimers('setTimeout');
  // Named imports of a built-in module are bound to its functions until they are synchronized.
  syncBuiltinESMExports();
}

export function restoreTimers(): void {
  mock.timers.reset();
  syncBuiltinESMExports();
}
