import type { Past, Steps } from '../../bridge/messages.ts';
import type * as journey from '../../core/inbox/journey.ts';

/** Where a question stands in its call, for the webview. */
export function stepsOf(steps: journey.Steps | undefined): Steps | undefined {
  return steps && { ...steps, states: [...steps.states], past: pastOf(steps.past) };
}

export function pastOf(past: journey.Past | undefined): Past | undefined {
  return past && { ...past, steps: past.steps.map((step) => ({ ...step, answers: [...step.answers] })) };
}
