import type { Calls } from '#core/calls/calls.ts';
import type { ConnectionFactory } from '#core/connection/connectionFactory.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import { type ServerDefinition, storedId } from '#core/model/definition.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import { inOneLine } from '#form/text.ts';
import type { ServerPorts } from './serverPorts.ts';

interface ElicitationOwner {
  readonly definition: ServerDefinition;
  readonly calls: Calls;
  readonly opener: ConnectionFactory;
  /** What the server calls itself. */
  selfName(): string | undefined;
  cancelCall(callId: string): void;
}

/** The questions of one launch of a server. */
export function createElicitationHandler(
  ports: ServerPorts,
  { definition, calls, opener, ...asker }: ElicitationOwner,
): ElicitationHandler {
  const { id, name, entry } = definition;
  let known: Attribution = { id, name, selfName: undefined };
  let knownAs: string | undefined;
  /** Who asks is told for each question several times, and says the same mostly. */
  const attribution = (): Attribution => {
    const self = asker.selfName();
    if (self !== knownAs) {
      knownAs = self;
      known = { id, name, selfName: self === undefined ? undefined : inOneLine(self, 100) };
    }
    return known;
  };
  return new ElicitationHandler({
    inbox: ports.inbox,
    suspendedCalls: ports.suspendedCalls,
    exchanges: ports.exchanges,
    rateLimiter: ports.rateLimiter,
    secrets: ports.secrets,
    clock: ports.clock,
    urls: new UrlGuard(storedId(definition), new VisitedSites(ports.memory), () => opener.url),
    modes: entry.elicitation,
    attribution,
    calls: () => calls.all,
    // A request does not reach the server while the person signs in for it.
    callsAtServer: () => (opener.access.signingIn ? [] : calls.atServer),
    callOfTask: (taskId) => calls.ofTask(taskId),
    cancelCall: (callId) => asker.cancelCall(callId),
    warn: (line) => opener.log.warn(line),
  });
}
