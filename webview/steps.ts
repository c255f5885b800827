import type { Steps } from '../src/bridge/messages.ts';
import { el } from './dom.ts';
import { icon } from './icons.ts';
import { statesText, stateText, stepText } from './words.ts';

/** More than so many are told in numbers. */
const MOST_LISTED = 8;

const ICONS = { waiting: 'dot', accept: 'check', decline: 'minus', cancel: 'close' } as const;

/** "Question 2 of 3" and how each of them stands. */
export class StepList {
  readonly element = el('div', { class: 'steps' });

  constructor(steps: Steps | undefined) {
    this.show(steps);
  }

  show(steps: Steps | undefined): void {
    this.element.hidden = steps === undefined;
    this.element.replaceChildren(
      ...(steps ? [el('p', { class: 'steps-head' }, stepText(steps)), drawStates(steps)] : []),
    );
  }
}

function drawStates({ current, states }: Steps): HTMLElement {
  if (states.length > MOST_LISTED) {
    return el('p', { class: 'hint' }, statesText(states));
  }
  return el(
    'ol',
    { 'aria-label': 'Questions that came together' },
    ...states.map((state, index) => {
      const now = index === current;
      return el(
        'li',
        { class: now ? 'step now' : 'step', 'aria-current': now ? 'step' : undefined },
        now ? undefined : icon(ICONS[state]),
        el('span', { class: 'visually-hidden' }, `Question ${index + 1}: `),
        now ? 'now' : stateText(state),
      );
    }),
  );
}
