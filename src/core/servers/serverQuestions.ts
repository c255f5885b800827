import { inOneLine } from '../../form/text.ts';
import { Sites } from '../guard/url/sites.ts';
import { UrlGuard } from '../guard/url/urlGuard.ts';
import type { Attribution } from '../inbox/request.ts';
import type { Calls } from './calls.ts';
import { type ServerDefinition, storedId } from './definition.ts';
import { Questions } from './elicitation.ts';
import type { Opener } from './opener.ts';
import type { ServerPorts } from './serverPorts.ts';

export interface Asker {
  readonly definition: ServerDefinition;
  readonly calls: Calls;
  readonly opener: Opener;
  /** What the server calls itself. */
  selfName(): string | undefined;
  cancelCall(callId: string): void;
}

/** The questions of one launch of a server. */
export function serverQuestions(ports: ServerPorts, { definition, calls, opener, ...asker }: Asker): Questions {
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
  return new Questions({
    inbox: ports.inbox,
    holds: ports.holds,
    exchanges: ports.exchanges,
    rateLimiter: ports.rateLimiter,
    secrets: ports.secrets,
    clock: ports.clock,
    urls: new UrlGuard(storedId(definition), new Sites(ports.memory), () => opener.url),
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
