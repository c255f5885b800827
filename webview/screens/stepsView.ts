import { t } from '@vscode/l10n';
import type { ShownEarlierStep, ShownEarlierSteps, ShownSteps } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { el } from '#webview/shell/dom.ts';
import { icon, stepStateIcons } from '#webview/shell/icons.ts';
import { earlierStepsText, moreAnswersText, stepStatesText, stepStateText, stepText } from './screenTexts.ts';

/** The maximum number of steps that are listed. If there are more, only the number of steps in each state is shown. */
const maxListedSteps = 8;

/**
 * The steps of the call that a request belongs to: "Step 2 of 3", the states of the requests that arrived together, and
 * the earlier steps.
 */
export class StepsView {
  readonly element = el('div', { class: 'call-steps' });
  readonly #currentSteps = el('div', { class: 'steps' });
  readonly #earlierSteps: EarlierStepsView;

  constructor(steps: ShownSteps | undefined) {
    this.#earlierSteps = new EarlierStepsView(steps?.earlierSteps);
    this.element.append(this.#currentSteps, this.#earlierSteps.element);
    this.show(steps);
  }

  show(steps: ShownSteps | undefined): void {
    this.element.hidden = steps === undefined;
    this.#earlierSteps.show(steps?.earlierSteps);
    this.#currentSteps.replaceChildren(
      ...(steps ? [el('p', { class: 'steps-head' }, stepText(steps))] : []),
      ...(steps && steps.states.length > 1 ? [drawStates(steps)] : []),
    );
  }
}

function drawStates({ current, first, states }: ShownSteps): HTMLElement {
  if (states.length > maxListedSteps) {
    return el('p', { class: 'hint' }, stepStatesText(states));
  }
  return el(
    'ol',
    { 'aria-label': t('Questions that came together') },
    ...states.map((state, offset) => {
      const isCurrent = first + offset === current;
      return el(
        'li',
        { class: isCurrent ? 'step current' : 'step', 'aria-current': isCurrent ? 'step' : undefined },
        isCurrent ? undefined : icon(stepStateIcons[state]),
        el('span', { class: 'visually-hidden' }, `${t('Step {0}:', formatNumber(first + offset + 1))} `),
        isCurrent ? t('now') : stepStateText(state),
      );
    }),
  );
}

/** The maximum number of unfolded answers of one step: a long step must not move the current request out of sight. */
const maxUnfoldedAnswers = 6;

/** The earlier steps of a call with their answers, read-only. The last step is shown; the others can be unfolded. */
export class EarlierStepsView {
  readonly element = el('div', { class: 'earlier-steps' });
  readonly #folds: 'allButLast' | 'all';
  #revision: number | undefined;

  constructor(earlierSteps: ShownEarlierSteps | undefined, folds: 'allButLast' | 'all' = 'allButLast') {
    this.#folds = folds;
    this.show(earlierSteps);
  }

  /** Draws the steps if their revision has changed. What the user has unfolded stays unfolded. */
  show(earlierSteps: ShownEarlierSteps | undefined): void {
    this.element.hidden = earlierSteps === undefined;
    if (earlierSteps?.revision !== this.#revision) {
      this.#revision = earlierSteps?.revision;
      const hadFocus = this.element.contains(document.activeElement);
      // Not tracked by `toggle` events, which are dispatched later.
      const unfolded = [...this.element.querySelectorAll('details')].filter(({ open }) => open).map(stepOf);
      this.element.replaceChildren(...(earlierSteps ? this.#draw(earlierSteps) : []));
      for (const details of this.element.querySelectorAll('details')) {
        details.open = unfolded.includes(stepOf(details));
      }
      if (hadFocus) {
        this.element.querySelector('summary')?.focus();
      }
    }
  }

  #draw({ steps, forgotten }: ShownEarlierSteps): HTMLElement[] {
    const unfoldedSteps = this.#folds === 'all' ? [] : steps.slice(-1);
    const foldedSteps = steps.slice(0, steps.length - unfoldedSteps.length);
    const count = foldedSteps.length + forgotten;
    const forgottenNote =
      forgotten > 0 ? el('p', { class: 'hint' }, t('The first {0} are not kept.', formatNumber(forgotten))) : undefined;
    const details = el(
      'details',
      {},
      el(
        'summary',
        {},
        this.#folds === 'all' ? t('Steps of this call: {0}', formatNumber(count)) : earlierStepsText(count),
      ),
      forgottenNote,
      drawList(foldedSteps, t('Earlier steps')),
    );
    return [
      ...(count > 0 ? [details] : []),
      ...(unfoldedSteps.length > 0 ? [drawList(unfoldedSteps, t('The last step'))] : []),
    ];
  }
}

/** A key of a `details` element, the same after it was drawn again: the index of its step. */
function stepOf(details: HTMLDetailsElement): string {
  return details.dataset['step'] ?? '';
}

function drawList(steps: readonly ShownEarlierStep[], label: string): HTMLElement {
  return el('ul', { class: 'earlier-step-list', 'aria-label': label }, ...steps.map(drawStep));
}

function drawStep({ index, message, state, answers, more }: ShownEarlierStep): HTMLElement {
  const foldedAnswers = answers.slice(maxUnfoldedAnswers);
  const moreNote = more > 0 ? el('p', { class: 'hint' }, moreAnswersText(more)) : undefined;
  return el(
    'li',
    { class: 'earlier-step' },
    el(
      'p',
      { class: 'earlier-step-head' },
      icon(stepStateIcons[state]),
      el('span', {}, t('Step {0}: {1}', formatNumber(index + 1), stepStateText(state))),
    ),
    message ? el('p', { class: 'earlier-step-message', dir: 'auto' }, inOneLine(message, 200)) : undefined,
    answers.length > 0 ? drawAnswers(answers.slice(0, maxUnfoldedAnswers)) : undefined,
    foldedAnswers.length > 0
      ? el(
          'details',
          { 'data-step': index },
          el('summary', {}, moreAnswersText(foldedAnswers.length + more)),
          drawAnswers(foldedAnswers),
          moreNote,
        )
      : moreNote,
  );
}

/** A list of labels and answers. An answer without a value is shown as hidden. */
export function drawAnswers(answers: ShownEarlierStep['answers']): HTMLElement {
  const rows = answers.map(({ label, value }) =>
    el(
      'div',
      { class: 'answer-row' },
      el('dt', {}, el('bdi', {}, inOneLine(label))),
      el('dd', {}, value === undefined ? el('em', {}, t('hidden')) : el('bdi', {}, value)),
    ),
  );
  return el('dl', { class: 'answer-rows' }, ...rows);
}
