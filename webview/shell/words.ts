import { t } from '@vscode/l10n';
import type {
  CallTarget,
  RateLimitCard,
  RunningCall,
  ServerLabel,
  ShownSteps,
  ShownSuspendedCall,
} from '#bridge/messages.ts';
import { inList, inNumbers } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { interpolate } from './interpolate.ts';

/** In characters. */
const LONGEST_SUGGESTION = 60;

/**
 * "1 more question waits": what stands behind the screen, or `undefined` when nothing does. `together`: how many other
 * questions of the same call wait as well, not counted in `count`.
 */
export function waitingText(count: number, behindQuestion: boolean, together = 0): string | undefined {
  if (together > 0) {
    const ofThisCall =
      together === 1 ? t('1 more question of this call.') : t('{0} more questions of this call.', inNumbers(together));
    const others = count === 1 ? t('1 other question waits.') : t('{0} other questions wait.', inNumbers(count));
    return count === 0 ? ofThisCall : `${ofThisCall} ${others}`;
  }
  if (count === 0) {
    return undefined;
  }
  if (behindQuestion) {
    return count === 1 ? t('1 more question waits') : t('{0} more questions wait', inNumbers(count));
  }
  return count === 1 ? t('1 question waits') : t('{0} questions wait', inNumbers(count));
}

/** "Step 2 of 3", or "Step 2" where nobody knows how many there are. */
export function stepText({ current, total }: Pick<ShownSteps, 'current' | 'total'>): string {
  const step = inNumbers(current + 1);
  return total === undefined ? t('Step {0}', step) : t('Step {0} of {1}', step, inNumbers(total));
}

/** "2 earlier steps": what is folded. */
export function earlierStepsText(count: number): string {
  return count === 1 ? t('1 earlier step') : t('{0} earlier steps', inNumbers(count));
}

/** "And 2 more answers". */
export function moreAnswersText(count: number): string {
  return count === 1 ? t('And 1 more answer') : t('And {0} more answers', inNumbers(count));
}

/** "So far in tool deploy": what was asked before in a call. */
export function soFarText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('So far in tool {0}'), name);
    case 'prompt':
      return interpolate(t('So far in prompt {0}'), name);
    case 'resource':
      return interpolate(t('So far in resource {0}'), name);
  }
}

/** "Running for 2 min". `elapsed`: milliseconds. */
export function elapsedText(elapsed: number): string {
  const minutes = Math.max(0, Math.floor(elapsed / 60_000));
  if (minutes === 0) {
    return t('Running for less than a minute');
  }
  return minutes < 60
    ? t('Running for {0} min', inNumbers(minutes))
    : t('Running for {0} h {1} min', inNumbers(Math.floor(minutes / 60)), inNumbers(minutes % 60));
}

/** What goes with a call that is stopped: its questions, where there are several. */
export function stopConsequenceText(waiting: number): string | undefined {
  return waiting > 1 ? t('Stops the call and its {0} waiting questions', inNumbers(waiting)) : undefined;
}

/** The name of the button that stops a call. */
export function stopLabel(waiting: number): string {
  return waiting > 1 ? t('Stop the Call and its {0} waiting questions', inNumbers(waiting)) : t('Stop the Call');
}

/** How a question stands, in a word or two. */
export function stepStateText(state: ShownSteps['states'][number]): string {
  switch (state) {
    case 'waiting':
      return t('waiting');
    case 'accept':
      return t('answered');
    case 'opened':
      return t('page opened');
    case 'decline':
      return t('declined');
    case 'cancel':
      return t('cancelled');
    case 'withdrawn':
      return t('withdrawn');
    case 'sending':
    case 'slow':
    case 'silent':
    case 'signIn':
    case 'paused':
      return t('being sent');
    case 'undelivered':
      return t('not delivered');
    case 'unknown':
      return t('delivery unknown');
  }
}

/** "2 answered and 1 waiting": the questions that came together, in numbers. */
export function stepStatesText(states: ShownSteps['states']): string {
  const kinds = [...new Set(states)];
  return inList(kinds.map((kind) => amountText(kind, states.filter((state) => state === kind).length))).join('');
}

function amountText(state: ShownSteps['states'][number], count: number): string {
  const amount = inNumbers(count);
  switch (state) {
    case 'waiting':
      return t('{0} waiting', amount);
    case 'accept':
      return t('{0} answered', amount);
    case 'opened':
      return t('{0} opened', amount);
    case 'withdrawn':
      return t('{0} withdrawn', amount);
    case 'sending':
    case 'slow':
    case 'silent':
    case 'signIn':
    case 'paused':
      return t('{0} being sent', amount);
    case 'undelivered':
      return t('{0} not delivered', amount);
    case 'unknown':
      return t('{0} with delivery unknown', amount);
    case 'decline':
      return t('{0} declined', amount);
    case 'cancel':
      return t('{0} cancelled', amount);
  }
}

/** What a held call waits for, as a sentence about `who`. */
export function suspendedText<T>(
  { call, openedPages: visits, retriesCall: resends, attempts, withheld }: ShownSuspendedCall,
  who: T,
): (T | string)[] {
  if (withheld) {
    return withheldText(withheld, who);
  }
  if (visits.length === 0) {
    switch (attempts) {
      case 0:
        return interpolate(t('{0} has asked to be called again and again without asking you anything.'), who);
      case 1:
        return interpolate(t('{0} has asked to be called again once without asking you anything.'), who);
      default:
        return interpolate<T | string>(
          t('{0} has asked to be called again {1} times without asking you anything.'),
          who,
          inNumbers(attempts),
        );
    }
  }
  if (resends || call) {
    return visits.length === 1
      ? interpolate(t('{0} waits until you are done with the page that you opened.'), who)
      : interpolate(t('{0} waits until you are done with the pages that you opened.'), who);
  }
  return visits.length === 1
    ? interpolate(t('{0} has sent you to the page that you opened.'), who)
    : interpolate(t('{0} has sent you to the pages that you opened.'), who);
}

function withheldText<T>(
  { requests: questions, muted }: NonNullable<ShownSuspendedCall['withheld']>,
  who: T,
): (T | string)[] {
  if (questions === 1) {
    return muted
      ? interpolate(t('{0} wants to ask you something, but you have muted it.'), who)
      : interpolate(t('{0} wants to ask you something, but has asked too often.'), who);
  }
  const message = muted
    ? t('{0} wants to ask you {1} things, but you have muted it.')
    : t('{0} wants to ask you {1} things, but has asked too often.');
  return interpolate<T | string>(message, who, inNumbers(questions));
}

/** "cloud asked 14 times in the last minute. Withheld: 4.": what is said of a server that asks too often. */
export function rateLimitText<T>({ asked, withheld, muted }: RateLimitCard, who: T): (T | string)[] {
  const once = asked === 1;
  const message = muted
    ? once
      ? t('{0} is muted. It asked once in a minute. Withheld: {2}.')
      : t('{0} is muted. It asked {1} times in a minute. Withheld: {2}.')
    : once
      ? t('{0} asked once in a minute. Withheld: {2}.')
      : t('{0} asked {1} times in a minute. Withheld: {2}.');
  return interpolate<T | string>(message, who, inNumbers(asked), inNumbers(withheld));
}

/** "Asked 3 times; not done yet", or `undefined` where that would say nothing new. */
export function attemptsText({ openedPages: visits, attempts }: ShownSuspendedCall): string | undefined {
  if (visits.length === 0 || attempts === 0) {
    return undefined;
  }
  return attempts === 1 ? t('Asked once; not done yet') : t('Asked {0} times; not done yet', inNumbers(attempts));
}

/** "3 of 10. Copying files": progress as received; a total is not promised. */
export function progressText(progress: NonNullable<RunningCall['progress']>): string {
  const { total } = progress;
  const amount = round(progress.progress);
  const count = total === undefined ? t('{0} so far', amount) : t('{0} of {1}', amount, round(total));
  const message = progress.message ? inOneLine(progress.message) : '';
  return message ? `${count}. ${message}` : count;
}

function round(value: number): string {
  return inNumbers(Math.round(value * 100) / 100);
}

/** "workspace server", or the folder it comes from. Nothing for the user's own. */
export function scopeText(server: ServerLabel): string | undefined {
  if (!server.scope) {
    return undefined;
  }
  return server.scope === 'workspace' ? t('workspace server') : t('server of folder {0}', inOneLine(server.scope));
}

/** What one calls a target's title: its title, else its name. */
export function targetTitle(target: CallTarget): string {
  return inOneLine(target.title ?? '') || inOneLine(target.name);
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

/** "tool deploy". */
export function targetText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('tool {0}'), name);
    case 'prompt':
      return interpolate(t('prompt {0}'), name);
    case 'resource':
      return interpolate(t('resource {0}'), name);
  }
}

/** "while running tool deploy": what led to a question. */
export function runningCallText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('while running tool {0}'), name);
    case 'prompt':
      return interpolate(t('while getting prompt {0}'), name);
    case 'resource':
      return interpolate(t('while reading resource {0}'), name);
  }
}

/** The same where it has ended since: the request still waits for its answer. */
export function endedCallText<T>(kind: CallTarget['kind'], name: T): (T | string)[] {
  switch (kind) {
    case 'tool':
      return interpolate(t('asked while running tool {0}, which has ended since'), name);
    case 'prompt':
      return interpolate(t('asked while getting prompt {0}, which has ended since'), name);
    case 'resource':
      return interpolate(t('asked while reading resource {0}, which has ended since'), name);
  }
}

/** "cloud, tool deploy,": who a sentence about a held call is about. */
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

/** "2 answers need a change". */
export function problemsText(count: number): string {
  return count === 1 ? t('1 answer needs a change') : t('{0} answers need a change', inNumbers(count));
}

/** What a server suggests for a field, cut: `suggested` is as in `AnswerWords`. */
export function suggestedText(suggested: readonly string[]): string {
  return inOneLine(inList(suggested.slice(0, LONGEST_SUGGESTION)).join(''), LONGEST_SUGGESTION);
}
