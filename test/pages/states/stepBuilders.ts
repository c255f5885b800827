import type { ShownEarlierStep, ShownEarlierSteps, ShownSteps } from '#bridge/messages.ts';
import { untranslated } from './pageState.ts';

/** The steps of a call; by default the request is the only one. */
export function stepsOfCall(more: Partial<ShownSteps> = {}): ShownSteps {
  return { current: 0, first: 0, states: ['waiting'], waiting: 0, ...more };
}

export function earlierStepsOf(...all: readonly ShownEarlierStep[]): ShownEarlierSteps {
  return { revision: all.length, steps: [...all], forgotten: 0 };
}

export function endedStep(index: number, state: Exclude<ShownEarlierStep['state'], 'accept'>): ShownEarlierStep {
  const answers = state === 'opened' ? [{ label: untranslated('Website'), value: 'bookings.example' }] : [];
  return { index, message: untranslated('May we go on?'), state, answers, more: 0 };
}

export function acceptedStep(index: number): ShownEarlierStep {
  return {
    index,
    message: untranslated('For whom is the table?'),
    state: 'accept',
    answers: [
      { label: untranslated('name'), value: untranslated('Ada') },
      { label: untranslated('Password') },
      { label: untranslated('n'.repeat(110)), value: untranslated('w'.repeat(190)) },
    ],
    more: 2,
  };
}

/** Earlier steps with every final state. */
export function sixEarlierSteps(): ShownEarlierSteps {
  return earlierStepsOf(
    acceptedStep(0),
    endedStep(1, 'opened'),
    endedStep(2, 'decline'),
    endedStep(3, 'cancel'),
    { ...endedStep(4, 'withdrawn'), message: '' },
    {
      ...acceptedStep(5),
      answers: Array.from({ length: 8 }, (_, at) => ({ label: untranslated(`${at}`), value: '8' })),
    },
  );
}
