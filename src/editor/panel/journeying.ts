import type { ShownEarlierSteps, ShownSteps } from '#bridge/messages.ts';
import type * as journey from '#core/inbox/callSteps.ts';

/** Where a question stands in its call, for the webview. */
export function shownSteps(steps: journey.StepPosition | undefined): ShownSteps | undefined {
  return steps && { ...steps, states: [...steps.states], earlierSteps: shownPast(steps.past) };
}

export function shownPast(past: journey.EarlierSteps | undefined): ShownEarlierSteps | undefined {
  return past && { ...past, steps: past.steps.map((step) => ({ ...step, answers: [...step.answers] })) };
}
