import { t } from '@vscode/l10n';
import type { CallTarget, RateLimitCard, RunningCall, ShownSuspendedCall } from '#bridge/messages.ts';
import { formatNumber, joinSentences, paragraph } from '#form/language.ts';
import { inOneLine, quotation } from '#form/text.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

/**
 * "1 more waiting": the number of screens that wait behind the shown one, or `undefined` if there are none. `ofSameCall`: the
 * number of waiting requests of the call whose request is shown; `count` does not include them.
 */
export function waitingText(count: number, isRequestShown: boolean, ofSameCall = 0): string | undefined {
  if (ofSameCall > 0) {
    const ofThisCall =
      ofSameCall === 1
        ? t('1 more question of this call.')
        : t('{0} more questions of this call.', formatNumber(ofSameCall));
    const others = count === 1 ? t('1 other waits.') : t('{0} others wait.', formatNumber(count));
    return count === 0 ? ofThisCall : paragraph([ofThisCall, others]);
  }
  if (count === 0) {
    return undefined;
  }
  if (isRequestShown) {
    return t('{0} more waiting', formatNumber(count));
  }
  return t('{0} waiting', formatNumber(count));
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

/** "Stops the call and its 2 waiting questions"; `undefined` if at most one request waits. */
export function stopConsequenceText(waiting: number): string | undefined {
  return waiting > 1 ? t('Stops the call and its {0} waiting questions', formatNumber(waiting)) : undefined;
}

/** The accessible name of the button that stops a call. */
export function stopLabel(waiting: number): string {
  return waiting > 1 ? t('Stop the Call and Its {0} Waiting Questions', formatNumber(waiting)) : t('Stop the Call');
}

/** The reason why a call is suspended, as a sentence with the subject `subject`. */
export function suspendedText<T>(
  { call, openedPages, retriesCall, attempts, withheld }: ShownSuspendedCall,
  subject: T,
): (T | string)[] {
  if (withheld) {
    return withheldText(withheld, subject);
  }
  if (openedPages.length === 0) {
    switch (attempts) {
      case 0:
        return interpolate(t('{0} keeps asking to be called again without asking you anything.'), subject);
      case 1:
        return interpolate(t('{0} has asked to be called again once without asking you anything.'), subject);
      default:
        return interpolate<T | string>(
          t('{0} has asked to be called again {1} times without asking you anything.'),
          subject,
          formatNumber(attempts),
        );
    }
  }
  if (retriesCall || call) {
    return openedPages.length === 1
      ? interpolate(t('{0} waits until you are done with the page that you opened.'), subject)
      : interpolate(t('{0} waits until you are done with the pages that you opened.'), subject);
  }
  return openedPages.length === 1
    ? interpolate(t('{0} asked you to open this page.'), subject)
    : interpolate(t('{0} asked you to open these pages.'), subject);
}

function withheldText<T>({ requests, muted }: NonNullable<ShownSuspendedCall['withheld']>, subject: T): (T | string)[] {
  if (requests === 1) {
    return muted
      ? interpolate(t('{0} has a question for you, but you muted it.'), subject)
      : interpolate(t('{0} has a question for you, but it asked too often.'), subject);
  }
  const message = muted
    ? t('{0} has {1} questions for you, but you muted it.')
    : t('{0} has {1} questions for you, but it asked too often.');
  return interpolate<T | string>(message, subject, formatNumber(requests));
}

/** "cloud asked 14 times in a minute; 4 were held back.": the requests of a server over the rate limit. */
export function rateLimitText<T>({ asked, withheld, muted }: RateLimitCard, subject: T): (T | string)[] {
  const message = muted ? mutedRateText(asked, withheld) : limitedRateText(asked, withheld);
  return interpolate<T | string>(message, subject, formatNumber(asked), formatNumber(withheld));
}

function limitedRateText(asked: number, withheld: number): string {
  if (asked === 1) {
    return t('{0} asked once in a minute; it was held back.');
  }
  return withheld === 1
    ? t('{0} asked {1} times in a minute; 1 was held back.')
    : t('{0} asked {1} times in a minute; {2} were held back.');
}

function mutedRateText(asked: number, withheld: number): string {
  if (asked === 1) {
    return t('{0} is muted. It asked once in a minute; it was held back.');
  }
  return withheld === 1
    ? t('{0} is muted. It asked {1} times in a minute; 1 was held back.')
    : t('{0} is muted. It asked {1} times in a minute; {2} were held back.');
}

/** "Asked 3 times; not done yet": the retries of a call that waits for opened pages. `undefined` before the first. */
export function attemptsText({ openedPages, attempts }: ShownSuspendedCall): string | undefined {
  if (openedPages.length === 0 || attempts === 0) {
    return undefined;
  }
  return attempts === 1 ? t('Asked once; not done yet') : t('Asked {0} times; not done yet', formatNumber(attempts));
}

/** "3 of 10. “Copying files”", or "3 so far" without a total. */
export function progressText(progress: NonNullable<RunningCall['progress']>): string {
  const { total } = progress;
  const amount = round(progress.progress);
  const count = total === undefined ? t('{0} so far', amount) : t('{0} of {1}', amount, round(total));
  return progress.message ? joinSentences([count, quotation(inOneLine(progress.message))]) : count;
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
