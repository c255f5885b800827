import { t } from '@vscode/l10n';
import type { ShownEarlierStep, ShownEarlierSteps, ShownSteps } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { el } from '#webview/shell/dom.ts';
import { icon, stepStateIcons } from '#webview/shell/icons.ts';
import { earlierStepsText, moreAnswersText, stepStatesText, stepStateText, stepText } from './messages.ts';

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
        el('span', { class: 'visually-hidden' }, `${t('Step {0}:', formatNumber(first + at + 1))} `),
        now ? t('now') : stepStateText(state),
      );
    }),
  );
}

/** Of one step: a long one must not push the question that is asked out of sight. */
const MOST_IN_SIGHT = 6;

/** What a call has asked before, and what was answered: to be read, not to be changed. The last is in sight, the rest unfolds. */
export class PastSteps {
  readonly element = el('div', { class: 'past' });
  readonly #folds: 'allButLast' | 'all';
  #revision: number | undefined;

  constructor(past: ShownEarlierSteps | undefined, folds: 'allButLast' | 'all' = 'allButLast') {
    this.#folds = folds;
    this.show(past);
  }

  /** What is unfolded stays so; without a change nothing is drawn anew. */
  show(past: ShownEarlierSteps | undefined): void {
    this.element.hidden = past === undefined;
    if (past?.revision !== this.#revision) {
      this.#revision = past?.revision;
      const hadKeyboard = this.element.contains(document.activeElement);
      // Read from the elements: their `toggle` event is dispatched later than they are unfolded.
      const unfolded = [...this.element.querySelectorAll('details')].filter(({ open }) => open).map(nameOf);
      this.element.replaceChildren(...(past ? this.#draw(past) : []));
      for (const details of this.element.querySelectorAll('details')) {
        details.open = unfolded.includes(nameOf(details));
      }
      if (hadKeyboard) {
        this.element.querySelector('summary')?.focus();
      }
    }
  }

  #draw({ steps, forgotten }: ShownEarlierSteps): HTMLElement[] {
    const inSight = this.#folds === 'all' ? [] : steps.slice(-1);
    const folded = steps.slice(0, steps.length - inSight.length);
    const count = folded.length + forgotten;
    const unseen =
      forgotten > 0 ? el('p', { class: 'hint' }, t('The first {0} are not kept.', formatNumber(forgotten))) : undefined;
    const details = el(
      'details',
      {},
      el(
        'summary',
        {},
        this.#folds === 'all' ? t('Steps of this call: {0}', formatNumber(count)) : earlierStepsText(count),
      ),
      unseen,
      drawList(folded, t('Earlier steps')),
    );
    return [...(count > 0 ? [details] : []), ...(inSight.length > 0 ? [drawList(inSight, t('The last step'))] : [])];
  }
}

/** What tells one part that unfolds from the others, however often it is drawn. */
function nameOf(details: HTMLDetailsElement): string {
  return details.dataset['of'] ?? '';
}

function drawList(steps: readonly ShownEarlierStep[], label: string): HTMLElement {
  return el('ul', { class: 'past-steps', 'aria-label': label }, ...steps.map(drawStep));
}

function drawStep({ index, message, state, answers, more }: ShownEarlierStep): HTMLElement {
  const rest = answers.slice(MOST_IN_SIGHT);
  const left = more > 0 ? el('p', { class: 'hint' }, moreAnswersText(more)) : undefined;
  return el(
    'li',
    { class: 'past-step' },
    el(
      'p',
      { class: 'past-head' },
      icon(stepStateIcons[state]),
      el('span', {}, t('Step {0}: {1}', formatNumber(index + 1), stepStateText(state))),
    ),
    message ? el('p', { class: 'past-message', dir: 'auto' }, inOneLine(message, 200)) : undefined,
    answers.length > 0 ? drawAnswers(answers.slice(0, MOST_IN_SIGHT)) : undefined,
    rest.length > 0
      ? el(
          'details',
          { 'data-of': index },
          el('summary', {}, moreAnswersText(rest.length + more)),
          drawAnswers(rest),
          left,
        )
      : left,
  );
}

/** A list of answers by their labels; an answer without a value is said to be hidden. */
export function drawAnswers(answers: ShownEarlierStep['answers']): HTMLElement {
  const rows = answers.map(({ label, value }) =>
    el(
      'div',
      { class: 'past-answer' },
      el('dt', {}, el('bdi', {}, inOneLine(label))),
      el('dd', {}, value === undefined ? el('em', {}, t('hidden')) : el('bdi', {}, value)),
    ),
  );
  return el('dl', { class: 'past-answers' }, ...rows);
}
