import { t } from '@vscode/l10n';
import type { ShownEarlierStep, ShownEarlierSteps, ShownSteps } from '#bridge/messages.ts';
import { formatList, formatNumber, joinSentences } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { dateInWords, drawDate } from '#webview/shell/dateWords.ts';
import { el, preservingFocus } from '#webview/shell/dom.ts';
import { icon, stepStateIcons } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { earlierStepsText, moreAnswersText, stepStatesText, stepStateText } from './screenTexts.ts';

type Answer = ShownEarlierStep['answers'][number];

/** The maximum number of steps that are listed. If there are more, only the number of steps in each state is shown. */
const maxListedSteps = 8;

/** The steps of the call that a request belongs to: those that arrived together, and the earlier ones. Each is one line until it is unfolded. */
export class StepsView {
  readonly element = el('div', { class: 'call-steps' });
  readonly #together = el('details', { class: 'steps' });
  readonly #earlierSteps: EarlierStepsView;

  constructor(steps: ShownSteps | undefined) {
    this.#earlierSteps = new EarlierStepsView(steps?.earlierSteps);
    this.element.append(this.#earlierSteps.element, this.#together);
    this.show(steps);
  }

  show(steps: ShownSteps | undefined): void {
    const cameTogether = steps !== undefined && steps.states.length > 1;
    this.#earlierSteps.show(steps?.earlierSteps);
    this.#together.hidden = !cameTogether;
    this.element.hidden = !cameTogether && steps?.earlierSteps === undefined;
    preservingFocus(() => this.#together.replaceChildren(...(cameTogether ? drawStates(steps) : [])));
  }
}

function drawStates({ current, first, states }: ShownSteps): HTMLElement[] {
  const summary = el('summary', {}, t('Questions that came together: {0}', stepStatesText(states)));
  if (states.length > maxListedSteps) {
    return [el('p', { class: 'hint' }, summary.textContent ?? '')];
  }
  const list = el(
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
  return [summary, list];
}

/** The maximum number of unfolded answers of one step: a long step must not move the other steps out of sight. */
const maxUnfoldedAnswers = 6;

/** The earlier steps of a call with their answers, read-only. One line until the user unfolds them. */
export class EarlierStepsView {
  readonly element = el('div', { class: 'earlier-steps' });
  readonly #summary: 'lastStep' | 'count';
  #revision: number | undefined;

  /** `summary`: what the line shows, the last step in words or the number of steps. */
  constructor(earlierSteps: ShownEarlierSteps | undefined, summary: 'lastStep' | 'count' = 'lastStep') {
    this.#summary = summary;
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
    const count = steps.length + forgotten;
    const last = steps.at(-1);
    const summary =
      last && this.#summary === 'lastStep'
        ? drawLastStep(last, count)
        : [t('Steps of this call: {0}', formatNumber(count))];
    const forgottenNote = forgotten > 0 ? el('p', { class: 'hint' }, forgottenText(forgotten)) : undefined;
    return [el('details', {}, el('summary', {}, ...summary), forgottenNote, drawList(steps, t('Earlier steps')))];
  }
}

/** "3 earlier steps. Step 3: 2 people, 22 Nov, 19:30": the last step in one line. */
function drawLastStep({ index, state, answers, more }: ShownEarlierStep, count: number): Node[] {
  const values = answers.map(textOf);
  const isAccepted = state === 'accept' && values.length > 0;
  const text = isAccepted ? formatList(more > 0 ? [...values, '…'] : values).join('') : stepStateText(state);
  return [
    icon(stepStateIcons[state]),
    ...(count > 1 ? [el('span', {}, joinSentences([earlierStepsText(count), '']))] : []),
    el('span', {}, ...interpolate<Node | string>(t('Step {0}: {1}'), formatNumber(index + 1), el('bdi', {}, text))),
  ];
}

function textOf({ value, date }: Answer): string {
  if (value === undefined) {
    return t('hidden');
  }
  return (date && dateInWords(value, date)) ?? (inOneLine(value, 60) || t('(empty)'));
}

function forgottenText(count: number): string {
  return count === 1 ? t('The first is not kept.') : t('The first {0} are not kept.', formatNumber(count));
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

function drawValue({ value, date }: Answer): HTMLElement {
  if (value === undefined) {
    return el('em', {}, t('hidden'));
  }
  return date === undefined ? el('bdi', {}, value) : drawDate(value, date);
}

/** A list of labels and answers. An answer without a value is shown as hidden, a date in words. */
export function drawAnswers(answers: readonly Answer[]): HTMLElement {
  const rows = answers.map((answer) =>
    el(
      'div',
      { class: 'answer-row' },
      el('dt', {}, el('bdi', {}, inOneLine(answer.label))),
      el('dd', {}, drawValue(answer)),
    ),
  );
  return el('dl', { class: 'answer-rows' }, ...rows);
}
