import { above } from './states/above.ts';
import { calls } from './states/calls.ts';
import { deliveries } from './states/deliveries.ts';
import { fields } from './states/fields.ts';
import { history } from './states/history.ts';
import { questions } from './states/questions.ts';
import { remembered } from './states/remembered.ts';
import { reviews } from './states/reviews.ts';
import type { HistoryState, PanelState } from './states/state.ts';
import { urls } from './states/urls.ts';

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
