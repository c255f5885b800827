import type { EagerServer, LimitAct } from '../../bridge/messages.ts';
import type { Asking } from '../../core/servers/asking.ts';
import type { CallOrigin } from '../../core/servers/call.ts';
import type { ServerDefinition } from '../../core/servers/definition.ts';
import { labelOf } from './screens/screen.ts';

const briefly = 10 * 60_000;

/** A server, as far as it can ask too much. */
export interface AskingServer {
  readonly definition: ServerDefinition;
  readonly asking: Asking;
}

/** Those whose questions were withheld, until the person has dealt with it: one card for each, brought up to date in place. */
export function eagerServers(servers: readonly AskingServer[]): EagerServer[] {
  return servers.flatMap(({ definition, asking }) => {
    const { notice, mutedUntil } = asking.report;
    return notice
      ? [{ id: definition.id, server: labelOf(definition), ...notice, muted: mutedUntil !== undefined }]
      : [];
  });
}

/** Does what the person has chosen, or a program that may. */
export function limit(asking: Asking, act: LimitAct, by: CallOrigin): void {
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
