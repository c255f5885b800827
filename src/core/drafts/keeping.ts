import type { Disposable } from '#core/common/events.ts';
import { draftCleanupMs, secretCleanupMs } from './draftLimits.ts';
import type { Drafts } from './drafts.ts';

/** Removes what is too old in the background, from now on until it is disposed. Keeps no process alive. */
export function startDraftCleanup(drafts: Drafts): Disposable {
  void drafts.cleanUp();
  const timers = [
    setInterval(() => drafts.forgetSecrets(), secretCleanupMs).unref(),
    setInterval(() => void drafts.cleanUp(), draftCleanupMs).unref(),
  ];
  return { dispose: () => timers.forEach((timer) => void clearInterval(timer)) };
}
