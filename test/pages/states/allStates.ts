import { aboveScreenStates } from './aboveScreenStates.ts';
import { agentStates } from './agentStates.ts';
import { agreementStates } from './agreementStates.ts';
import { argumentBoxStates } from './argumentBoxStates.ts';
import { argumentRowStates } from './argumentRowStates.ts';
import { argumentStates } from './argumentStates.ts';
import { deliveryStates } from './deliveryStates.ts';
import { fieldStates } from './fieldStates.ts';
import { formStates } from './formStates.ts';
import { historyStates } from './historyStates.ts';
import type { HistoryState, PanelState } from './pageState.ts';
import { rememberedStates } from './rememberedStates.ts';
import { resultStates } from './resultStates.ts';
import { reviewStates } from './reviewStates.ts';
import { urlStates } from './urlStates.ts';

/** All states that the extension's pages can show. `states.test.ts` checks each of them. */
export const allStates: readonly (PanelState | HistoryState)[] = [
  ...formStates,
  ...reviewStates,
  ...rememberedStates,
  ...fieldStates,
  ...urlStates,
  ...argumentStates,
  ...argumentRowStates,
  ...argumentBoxStates,
  ...resultStates,
  ...agreementStates,
  ...agentStates,
  ...deliveryStates,
  ...aboveScreenStates,
  ...historyStates,
];
