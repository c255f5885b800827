import { t } from '@vscode/l10n';
import type { CallTarget, RateLimitCard, RunningCall, ShownSuspendedCall } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

/**
 * "1 more question waits": the requests behind the screen, or `undefined` if there are none. `together`: the number of
 * other waiting requests of the same call, not counted in `count`.
 */
export function waitingText(count: number, behindRequest: boolean, together = 0): string | undefined {
  if (together > 0) {
    const ofThisCall =
      together === 1
        ? t('1 more question of this call.')
        : t('{0} more questions of this call.', formatNumber(together));
    const others = count === 1 ? t('1 other question waits.') : t('{0} other questions wait.', formatNumber(count));
    return count === 0 ? ofThisCall : `${ofThisCall} ${others}`;
  }
  if (count === 0) {
    return undefined;
  }
  if (behindRequest) {
    return count === 1 ? t('1 more question waits') : t('{0} more questions wait', formatNumber(count));
  }
  return count === 1 ? t('1 question waits') : t('{0} questions wait', formatNumber(count));
}

/** "Running for 2 min". `elapsed`: milliseconds. */
export function elapsedText(elapsed: number): string {
  const minutes = Math.max(0, Math.floor(elapsed / 60_000));
  if (minutes === 0) {
    return t('Running for less than a minute');
  }
  return minutes < 60
    ? t('Running for {0} min', formatNumber(minutes))
    : t('Running for {0} h {1} min', formatNumber(Math.floor(minutes / 60)), formatNumber(minutes % 60));
}

/** The requests that stopping a call cancels, if there are several; else `undefined`. */
export function stopConsequenceText(waiting: number): string | undefined {
  return waiting > 1 ? t('Stops the call and its {0} waiting questions', formatNumber(waiting)) : undefined;
}

/** The accessible name of the button that stops a call. */
export function stopLabel(waiting: number): string {
  return waiting > 1 ? t('Stop the Call and its {0} waiting questions', formatNumber(waiting)) : t('Stop the Call');
}

/** What a suspended call waits for, as a sentence about `who`. */
export function suspendedText<T>(
  { call, openedPages, retriesCall, attempts, withheld }: ShownSuspendedCall,
  who: T,
): (T | string)[] {
  if (withheld) {
    return withheldText(withheld, who);
  }
  if (openedPages.length === 0) {
    switch (attempts) {
      case 0:
        return interpolate(t('{0} has asked to be called again and again without asking you anything.'), who);
      case 1:
        return interpolate(t('{0} has asked to be called again once without asking you anything.'), who);
      default:
        return interpolate<T | string>(
          t('{0} has asked to be called again {1} times without asking you anything.'),
          who,
          formatNumber(attempts),
        );
    }
  }
  if (retriesCall || call) {
    return openedPages.length === 1
      ? interpolate(t('{0} waits until you are done with the page that you opened.'), who)
      : interpolate(t('{0} waits until you are done with the pages that you opened.'), who);
  }
  return openedPages.length === 1
    ? interpolate(t('{0} has sent you to the page that you opened.'), who)
    : interpolate(t('{0} has sent you to the pages that you opened.'), who);
}

function withheldText<T>({ requests, muted }: NonNullable<ShownSuspendedCall['withheld']>, who: T): (T | string)[] {
  if (requests === 1) {
    return muted
      ? interpolate(t('{0} wants to ask you something, but you have muted it.'), who)
      : interpolate(t('{0} wants to ask you something, but has asked too often.'), who);
  }
  const message = muted
    ? t('{0} wants to ask you {1} things, but you have muted it.')
    : t('{0} wants to ask you {1} things, but has asked too often.');
  return interpolate<T | string>(message, who, formatNumber(requests));
}

/** "cloud asked 14 times in a minute. Withheld: 4.": the requests of a server over the rate limit. */
export function rateLimitText<T>({ asked, withheld, muted }: RateLimitCard, who: T): (T | string)[] {
  const once = asked === 1;
  const message = muted
    ? once
      ? t('{0} is muted. It asked once in a minute. Withheld: {2}.')
      : t('{0} is muted. It asked {1} times in a minute. Withheld: {2}.')
    : once
      ? t('{0} asked once in a minute. Withheld: {2}.')
      : t('{0} asked {1} times in a minute. Withheld: {2}.');
  return interpolate<T | string>(message, who, formatNumber(asked), formatNumber(withheld));
}

/** "Asked 3 times; not done yet": the retries of a call that waits for opened pages. `undefined` before the first. */
export function attemptsText({ openedPages, attempts }: ShownSuspendedCall): string | undefined {
  if (openedPages.length === 0 || attempts === 0) {
    return undefined;
  }
  return attempts === 1 ? t('Asked once; not done yet') : t('Asked {0} times; not done yet', formatNumber(attempts));
}

/** "3 of 10. Copying files": progress as received. `total` is optional. */
export function progressText(progress: NonNullable<RunningCall['progress']>): string {
  const { total } = progress;
  const amount = round(progress.progress);
  const count = total === undefined ? t('{0} so far', amount) : t('{0} of {1}', amount, round(total));
  const message = progress.message ? inOneLine(progress.message) : '';
  return message ? `${count}. ${message}` : count;
}

function round(value: number): string {
  return formatNumber(Math.round(value * 100) / 100);
}

/** "cloud: running tool deploy". */
export function runningText<T>(kind: CallTarget['kind'], server: T, name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('{0}: running tool {1}'), server, name);
    case 'prompt':
      return interpolate(t('{0}: getting prompt {1}'), server, name);
    case 'resource':
      return interpolate(t('{0}: reading resource {1}'), server, name);
  }
}

/** "cloud, tool deploy,": the subject of a sentence about a suspended call. */
export function callSubjectText<T>(kind: CallTarget['kind'], server: T, name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('{0}, tool {1},'), server, name);
    case 'prompt':
      return interpolate(t('{0}, prompt {1},'), server, name);
    case 'resource':
      return interpolate(t('{0}, resource {1},'), server, name);
  }
}
