import { t } from '@vscode/l10n';
import type { ShownSteps } from '#bridge/messages.ts';
import { inNumbers } from '#form/language.ts';
import { el } from '#webview/shell/dom.ts';
import { icon, stepStateIcons } from '#webview/shell/icons.ts';
import { stepStatesText, stepStateText, stepText } from '#webview/shell/words.ts';
import { PastSteps } from './pastSteps.ts';

/** More than so many are told in numbers. */
const MOST_LISTED = 8;

/** "Step 2 of 3", how those that came together stand, and what was answered before. */
export class StepList {
  readonly element = el('div', { class: 'journey' });
  readonly #where = el('div', { class: 'steps' });
  readonly #past: PastSteps;

  constructor(steps: ShownSteps | undefined) {
    this.#past = new PastSteps(steps?.earlierSteps);
    this.element.append(this.#where, this.#past.element);
    this.show(steps);
  }

  show(steps: ShownSteps | undefined): void {
    this.element.hidden = steps === undefined;
    this.#past.show(steps?.earlierSteps);
    this.#where.replaceChildren(
      ...(steps ? [el('p', { class: 'steps-head' }, stepText(steps))] : []),
      ...(steps && steps.states.length > 1 ? [drawStates(steps)] : []),
    );
  }
}

function drawStates({ current, first, states }: ShownSteps): HTMLElement {
  if (states.length > MOST_LISTED) {
    return el('p', { class: 'hint' }, stepStatesText(states));
  }
  return el(
    'ol',
    { 'aria-label': t('Questions that came together') },
    ...states.map((state, at) => {
      const now = first + at === current;
      return el(
        'li',
        { class: now ? 'step now' : 'step', 'aria-current': now ? 'step' : undefined },
        now ? undefined : icon(stepStateIcons[state]),
        el('span', { class: 'visually-hidden' }, `${t('Step {0}:', inNumbers(first + at + 1))} `),
        now ? t('now') : stepStateText(state),
      );
    }),
  );
}
