import type { RateLimitAction, RateLimitCard } from '#bridge/messages.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';

/** The time of `muteBriefly`, in milliseconds: ten minutes. */
export const brieflyMs = 10 * 60_000;

/** A server, or the servers of an agent together, and the limit on the requests. */
export interface RateControlledServer {
  readonly definition: Pick<ServerDefinition, 'id' | 'name' | 'scope'>;
  readonly rateControl: ServerRateControl;
}

/** One card for each server whose requests were withheld, until the user has reacted to it. */
export function rateLimitCards(servers: readonly RateControlledServer[]): RateLimitCard[] {
  return servers.flatMap(({ definition, rateControl }) => {
    const { notice, mutedUntil } = rateControl.report;
    return notice
      ? [{ id: definition.id, server: serverLabel(definition), ...notice, muted: mutedUntil !== undefined }]
      : [];
  });
}

/** Applies an action that the user has chosen on a card or by a command, or a program by a command. */
export function applyRateLimitAction(rateControl: ServerRateControl, action: RateLimitAction, by: CallOrigin): void {
  switch (action) {
    case 'allow':
      rateControl.allow();
      return;
    case 'muteBriefly':
      rateControl.mute(brieflyMs);
      return;
    case 'mute':
      rateControl.mute();
      return;
    case 'unmute':
      rateControl.unmute();
      return;
    case 'cancelAll':
      rateControl.cancelAll(by);
      return;
    case 'dismiss':
      rateControl.dismiss();
  }
}
