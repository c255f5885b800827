import type { EagerServer, HeldCall, RunningCall, ServerLabel, Steps, Target } from '../src/bridge/messages.ts';
import { inOneLine } from '../src/form/text.ts';

/**
 * "1 more question waits": what stands behind the screen, or `undefined` when nothing does. `together`: how many of the
 * questions that came with the one on the screen wait as well, not counted in `count`.
 */
export function waitingText(count: number, behindQuestion: boolean, together = 0): string | undefined {
  if (together > 0) {
    const others =
      count === 0 ? '' : count === 1 ? ', and 1 other question waits' : `, and ${count} other questions wait`;
    return `${together} more ${together === 1 ? 'question' : 'questions'} of this call${others}`;
  }
  if (count === 0) {
    return undefined;
  }
  const more = behindQuestion ? ' more' : '';
  return count === 1 ? `1${more} question waits` : `${count}${more} questions wait`;
}

/** "Question 2 of 3". */
export function stepText({ current, states }: Steps): string {
  return `Question ${current + 1} of ${states.length}`;
}

/** How a question that came with others stands, in a word. */
export function stateText(state: Steps['states'][number]): string {
  return { waiting: 'waiting', accept: 'answered', decline: 'declined', cancel: 'cancelled' }[state];
}

/** "2 answered, 1 waiting": the questions that came together, in numbers. */
export function statesText(states: Steps['states']): string {
  const counts = new Map<string, number>();
  for (const state of states) {
    counts.set(stateText(state), (counts.get(stateText(state)) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} ${text}`).join(', ');
}

/** What a held call waits for. */
export function heldText({ call, visits, resends, attempts, withheld }: HeldCall): string {
  if (withheld) {
    const things = withheld.questions === 1 ? 'something' : `${withheld.questions} things`;
    return `wants to ask you ${things}, but ${withheld.muted ? 'you have muted it' : 'has asked too often'}.`;
  }
  if (visits.length === 0) {
    const often = attempts === 0 ? 'and again' : attempts === 1 ? 'once' : `${attempts} times`;
    return `has asked to be called again ${often} without asking you anything.`;
  }
  const pages = visits.length === 1 ? 'the page that you opened' : 'the pages that you opened';
  return resends || call ? `waits until you are done with ${pages}.` : `has sent you to ${pages}.`;
}

/** "asked 14 times in a minute; 4 were withheld": what follows the name of a server that asks too often. */
export function eagerText({ asked, withheld, muted }: EagerServer): string {
  const often = `asked ${asked === 1 ? 'once' : `${asked} times`} in a minute; ${withheld} ${withheld === 1 ? 'was' : 'were'} withheld`;
  return muted ? `is muted. It ${often}.` : `${often}.`;
}

/** "Asked 3 times; not done yet", or `undefined` where that would say nothing new. */
export function attemptsText({ visits, attempts }: HeldCall): string | undefined {
  if (visits.length === 0 || attempts === 0) {
    return undefined;
  }
  return attempts === 1 ? 'Asked once; not done yet' : `Asked ${attempts} times; not done yet`;
}

/** "3 of 10. Copying files": progress as received; a total is not promised. */
export function progressText(progress: RunningCall['progress']): string {
  if (!progress) {
    return 'Running';
  }
  const amount = round(progress.progress);
  const count = progress.total === undefined ? `${amount} so far` : `${amount} of ${round(progress.total)}`;
  const message = progress.message ? inOneLine(progress.message) : '';
  return message ? `${count}. ${message}` : count;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** "workspace server", or the folder it comes from. Nothing for the user's own. */
export function scopeText(server: ServerLabel): string | undefined {
  if (!server.scope) {
    return undefined;
  }
  return server.scope === 'workspace' ? 'workspace server' : `server of folder ${inOneLine(server.scope)}`;
}

/** What one calls a target's title: its title, else its name. */
export function targetTitle(target: Target): string {
  return inOneLine(target.title ?? '') || inOneLine(target.name);
}

/** "running tool", said before a target's name. */
export function doingText(kind: Target['kind']): string {
  return { tool: 'running tool', prompt: 'getting prompt', resource: 'reading resource' }[kind];
}

/** "2 answers need a change". */
export function problemsText(count: number): string {
  return count === 1 ? '1 answer needs a change' : `${count} answers need a change`;
}
