import { above } from '#test/pages/states/above.ts';
import { calls } from '#test/pages/states/calls.ts';
import { deliveries } from '#test/pages/states/deliveries.ts';
import { fields } from '#test/pages/states/fields.ts';
import { history } from '#test/pages/states/history.ts';
import { questions } from '#test/pages/states/questions.ts';
import { remembered } from '#test/pages/states/remembered.ts';
import { reviews } from '#test/pages/states/reviews.ts';
import type { HistoryState, PanelState } from '#test/pages/states/state.ts';
import { urls } from '#test/pages/states/urls.ts';

/** Everything that the extension's pages can show. Each of these is held against all that `states.test.ts` expects. */
export const states: readonly (PanelState | HistoryState)[] = [
  ...questions,
  ...reviews,
  ...remembered,
  ...fields,
  ...urls,
  ...calls,
  ...deliveries,
  ...above,
  ...history,
];
