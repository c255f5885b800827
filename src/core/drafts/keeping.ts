import type { Disposable } from '#core/common/events.ts';
import { draftCleanupMs, forgetting } from './draftLimits.ts';
import type { Drafts } from './drafts.ts';

/** Removes what is too old in the background, from now on until it is disposed. Keeps no process alive. */
export function lookAfter(drafts: Drafts): Disposable {
  void drafts.tidy();
  const timers = [
    setInterval(() => drafts.forgetSecrets(), forgetting).unref(),
    setInterval(() => void drafts.tidy(), draftCleanupMs).unref(),
  ];
  return { dispose: () => timers.forEach((timer) => void clearInterval(timer)) };
}
