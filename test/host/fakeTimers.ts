import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

/**
 * Replaces `setTimeout` by one that runs only when `mock.timers.tick` is called, also where a module imports it from
 * `node:timers/promises`. Wait with `settled` meanwhile. To be ended by `restoreTimers`.
 */
export function fakeTimers(): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  // Named imports of a built-in module are bound to its functions until they are synchronized.
  syncBuiltinESMExports();
}

export function restoreTimers(): void {
  mock.timers.reset();
  syncBuiltinESMExports();
}
