import { t } from '@vscode/l10n';
import type { ShownEarlierStep, ShownEarlierSteps, ShownSteps } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { el } from '#webview/shell/dom.ts';
import { icon, stepStateIcons } from '#webview/shell/icons.ts';
import { earlierStepsText, moreAnswersText, stepStatesText, stepStateText, stepText } from './messages.ts';

/** Above this number of steps, only their counts are shown. */
const maxListed = 8;

/**
 * The steps of the call that a request belongs to: "Step 2 of 3", the states of the requests that came together, and
 * the earlier steps.
 */
export class StepsView {
  readonly element = el('div', { class: 'journey' });
  readonly #where = el('div', { class: 'steps' });
  readonly #past: EarlierStepsView;

  constructor(steps: ShownSteps | undefined) {
    this.#past = new EarlierStepsView(steps?.earlierSteps);
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
  if (states.length > maxListed) {
    return el('p', { class: 'hint' }, stepStatesText(states));
  }
  return el(
    'ol',
    { 'aria-label': t('Questions that came together') },
    ...states.map((state, at) => {
      const isCurrent = first + at === current;
      return el(
        'li',
        { class: isCurrent ? 'step now' : 'step', 'aria-current': isCurrent ? 'step' : undefined },
        isCurrent ? undefined : icon(stepStateIcons[state]),
        el('span', { class: 'visually-hidden' }, `${t('Step {0}:', formatNumber(first + at + 1))} `),
        isCurrent ? t('now') : stepStateText(state),
      );
    }),
  );
}

/** Answers of one step that are shown unfolded: a long step must not move the current request out of sight. */
const maxUnfolded = 6;

/** The earlier steps of a call with their answers, read-only. The last step is shown; the others can be unfolded. */
export class EarlierStepsView {
  readonly element = el('div', { class: 'past' });
  readonly #folds: 'allButLast' | 'all';
  #revision: number | undefined;

  constructor(past: ShownEarlierSteps | undefined, folds: 'allButLast' | 'all' = 'allButLast') {
    this.#folds = folds;
    this.show(past);
  }

  /** Keeps what is unfolded. Draws only if the revision has changed. */
  show(past: ShownEarlierSteps | undefined): void {
    this.element.hidden = past === undefined;
    if (past?.revision !== this.#revision) {
      this.#revision = past?.revision;
      const hadFocus = this.element.contains(document.activeElement);
      // Read from the elements, because the `toggle` event is dispatched later.
      const unfolded = [...this.element.querySelectorAll('details')].filter(({ open }) => open).map(nameOf);
      this.element.replaceChildren(...(past ? this.#draw(past) : []));
      for (const details of this.element.querySelectorAll('details')) {
        details.open = unfolded.includes(nameOf(details));
      }
      if (hadFocus) {
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

/** Identifies one `details` element across redraws. */
function nameOf(details: HTMLDetailsElement): string {
  return details.dataset['of'] ?? '';
}

function drawList(steps: readonly ShownEarlierStep[], label: string): HTMLElement {
  return el('ul', { class: 'past-steps', 'aria-label': label }, ...steps.map(drawStep));
}

function drawStep({ index, message, state, answers, more }: ShownEarlierStep): HTMLElement {
  const rest = answers.slice(maxUnfolded);
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
    answers.length > 0 ? drawAnswers(answers.slice(0, maxUnfolded)) : undefined,
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

/** A list of answers by their labels. An answer without a value is shown as hidden. */
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
