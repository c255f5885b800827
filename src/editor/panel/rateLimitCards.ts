import type { RateLimitAction, RateLimitCard } from '#bridge/messages.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';

/** Ten minutes. */
const brieflyMs = 10 * 60_000;

/** A server and the control of how often it may ask. */
export interface RateControlledServer {
  readonly definition: ServerDefinition;
  readonly asking: ServerRateControl;
}

/** One card for each server whose requests were withheld, until the user has dealt with it. */
export function rateLimitCards(servers: readonly RateControlledServer[]): RateLimitCard[] {
  return servers.flatMap(({ definition, asking }) => {
    const { notice, mutedUntil } = asking.report;
    return notice
      ? [{ id: definition.id, server: serverLabel(definition), ...notice, muted: mutedUntil !== undefined }]
      : [];
  });
}

/** Applies what the user has chosen on a card or by a command, or a program by a command. */
export function applyRateLimitAction(asking: ServerRateControl, action: RateLimitAction, by: CallOrigin): void {
  switch (action) {
    case 'allow':
      asking.allow();
      return;
    case 'muteBriefly':
      asking.mute(brieflyMs);
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
