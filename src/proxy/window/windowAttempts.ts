import type { WindowLink } from './windowLink.ts';

/** The attempt to connect to one window. */
export interface WindowAttempt {
  readonly number: number;
  /** Set while the window is connected. */
  link?: WindowLink | undefined;
  /** True if the window cannot be asked now, but probably soon. */
  isComing?: boolean;
  isDone?: boolean;
  /** Never rejects. */
  done?: Promise<void>;
}

/** How long a window where somebody is waits for better ones, which may be busy. */
const preferMs = 500;

/**
 * The window to ask, of several that are tried at the same time, the best first: the best one where somebody is. If there is none, the
 * best one, when all have replied or are given up.
 */
export async function bestAttempt(attempts: readonly WindowAttempt[]): Promise<WindowAttempt | undefined> {
  const isPresent = ({ link }: WindowAttempt) => link?.welcome.present;
  await new Promise<void>((resolve) => {
    let isLate = false;
    const check = () => {
      const first = attempts.find((attempt) => isPresent(attempt) || !(attempt.isDone || isLate));
      if (first ? isPresent(first) : attempts.every(({ isDone }) => isDone)) resolve();
    };
    for (const { done } of attempts) void done?.then(check);
    setTimeout(() => {
      isLate = true;
      check();
    }, preferMs).unref();
    check();
  });
  return attempts.find(isPresent) ?? attempts.find(({ link }) => link);
}
