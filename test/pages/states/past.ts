import type { ShownPast, ShownPastStep, ShownSteps } from '#bridge/messages.ts';
import { theirs } from './state.ts';

/** Where a question stands: the only one, unless told. */
export function steps(more: Partial<ShownSteps> = {}): ShownSteps {
  return { current: 0, first: 0, states: ['waiting'], waiting: 0, ...more };
}

export function past(...all: readonly ShownPastStep[]): ShownPast {
  return { revision: all.length, steps: [...all], forgotten: 0 };
}

export function ended(index: number, state: Exclude<ShownPastStep['state'], 'accept'>): ShownPastStep {
  const answers = state === 'opened' ? [{ label: theirs('Website'), value: 'bookings.example' }] : [];
  return { index, message: theirs('May we go on?'), state, answers, more: 0 };
}

export function stepAnswered(index: number): ShownPastStep {
  return {
    index,
    message: theirs('For whom is the table?'),
    state: 'accept',
    answers: [
      { label: theirs('name'), value: theirs('Ada') },
      { label: theirs('Password') },
      { label: theirs('n'.repeat(110)), value: theirs('w'.repeat(190)) },
    ],
    more: 2,
  };
}

/** Every way in which a step ends. */
export function pastOfSix(): ShownPast {
  return past(
    stepAnswered(0),
    ended(1, 'opened'),
    ended(2, 'decline'),
    ended(3, 'cancel'),
    { ...ended(4, 'withdrawn'), message: '' },
    { ...stepAnswered(5), answers: Array.from({ length: 8 }, (_, at) => ({ label: theirs(`${at}`), value: '8' })) },
  );
}
