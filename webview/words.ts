import type { RunningCall, ServerLabel, Target } from '../src/bridge/messages.ts';
import { inOneLine } from '../src/form/text.ts';

/** "1 more question waits": how many stand behind the screen, or `undefined` when none does. */
export function waitingText(count: number, behindQuestion: boolean): string | undefined {
  if (count === 0) {
    return undefined;
  }
  const more = behindQuestion ? ' more' : '';
  return count === 1 ? `1${more} question waits` : `${count}${more} questions wait`;
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
