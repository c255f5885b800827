import type { RateLimitAction, RateLimitCard } from '#bridge/messages.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';

const briefly = 10 * 60_000;

/** A server, as far as it can ask too much. */
export interface RateControlledServer {
  readonly definition: ServerDefinition;
  readonly asking: ServerRateControl;
}

/** Those whose questions were withheld, until the person has dealt with it: one card for each, brought up to date in place. */
export function rateLimitCards(servers: readonly RateControlledServer[]): RateLimitCard[] {
  return servers.flatMap(({ definition, asking }) => {
    const { notice, mutedUntil } = asking.report;
    return notice
      ? [{ id: definition.id, server: serverLabel(definition), ...notice, muted: mutedUntil !== undefined }]
      : [];
  });
}

/** Does what the person has chosen, or a program that may. */
export function applyLimitAct(asking: ServerRateControl, act: RateLimitAction, by: CallOrigin): void {
  switch (act) {
    case 'allow':
      asking.allow();
      return;
    case 'muteBriefly':
      asking.mute(briefly);
      return;
    case 'mute':
      asking.mute();
      return;
    case 'unmute':
      asking.unmute();
      return;
    case 'cancelAll':
      asking.cancelAll(by);
      return;
    case 'dismiss':
      asking.dismiss();
  }
}
