import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { Call } from '#core/model/call.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import type { AgentServices } from './agentServices.ts';

/** The client whose requests are handled. */
interface AskingClient {
  attribution(): Attribution;
  calls(): readonly Call[];
  stopCall(callId: string): void;
}

/** Handles the requests of one client as those of a server are handled. */
export function clientElicitations(services: AgentServices, client: AskingClient): ElicitationHandler {
  const { inbox, suspendedCalls, exchanges, rateLimiter, secrets, clock, memory, warn } = services;
  const sites = new VisitedSites(memory);
  return new ElicitationHandler({
    inbox,
    suspendedCalls,
    exchanges,
    rateLimiter,
    secrets,
    clock,
    // A getter: the id changes when the user connects the server.
    get urls() {
      return new UrlGuard(client.attribution().id, sites, () => undefined);
    },
    modes: { form: true, url: true },
    attribution: () => client.attribution(),
    calls: () => client.calls(),
    // The client says which call asks.
    callsAtServer: () => [],
    callOfTask: () => undefined,
    cancelCall: (callId) => client.stopCall(callId),
    warn,
  });
}
