import { t } from '@vscode/l10n';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import { HostError } from '#core/common/errors.ts';
import { Wire } from '#core/connection/sdk/wire.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { eitherOpen } from '#core/model/limits.ts';
import { HttpSseTransport } from '#core/transport/httpSse.ts';
import { longFetch } from '#core/transport/longFetch.ts';
import { NonProtocolOutput } from '#core/transport/nonProtocolOutput.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';
import type { Connection } from './connection.ts';
import { explainFault, explainLoss, explainUnreachable } from './connectionFailure.ts';
import type { ConnectAttempt, Era, OpenOptions } from './opening.ts';

/** The wire to a server at a URL. Throws HostError `EntryInvalid` where that is none. */
export function httpWay(
  options: OpenOptions,
  spec: LaunchSpec & { type: 'http' | 'sse' },
  type: 'http' | 'sse',
  era: Era,
): { readonly wire: Wire; readonly way: ConnectAttempt } {
  const { name, log, questions, authorization, limits } = options;
  const authorized = authorization && new AuthorizedFetch(longFetch, authorization);
  const noise = new NonProtocolOutput(log, 'The server sent what is no message');
  const endpoint = {
    url: urlOf(spec),
    headers: spec.headers,
    fetch: authorized?.fetch ?? longFetch,
    ignored: (text: string) => noise.add(text),
  };
  const replies = new ReplyDelivery(type);
  const wayOver = (wire: Wire, transport: HttpSseTransport | StreamableHttpTransport) => ({
    type,
    replies,
    fault: () => transport.fault,
    explainStart: async (error: unknown) =>
      authorized?.failure ??
      new HostError(
        wire.fault === undefined
          ? explainUnreachable(name, spec.url, transport.fault ?? error)
          : explainFault(name, wire.fault),
        { cause: error },
      ),
    explainEnd: (error: unknown, forgotten: boolean) =>
      wire.fault === undefined ? explainLoss(name, spec, type, error, forgotten) : explainFault(name, wire.fault),
    ...(authorized && { answered: authorized.answered }),
  });
  if (type === 'sse') {
    const transport = new HttpSseTransport(endpoint);
    const wire = new Wire(transport, log, replies);
    return { wire, way: { ...wayOver(wire, transport), era: 'legacy' } };
  }
  let connection: Connection | undefined;
  const transport = new StreamableHttpTransport({
    ...endpoint,
    fetchStandalone: authorized?.fetchUnasked ?? longFetch,
    pauses: limits.pauses,
    questions: eitherOpen(questions, authorization),
    reopened: () => connection?.newsMissed(),
    suspect: () => void connection?.checkLife(),
  });
  const wire = new Wire(transport, log, replies);
  const way: ConnectAttempt = {
    ...wayOver(wire, transport),
    era,
    ready: () => transport.ready(),
    terminateSession: () => transport.terminateSession(),
    opened: (open) => {
      connection = open;
    },
  };
  return { wire, way };
}

function urlOf({ url }: { readonly url: string }): URL {
  try {
    return new URL(url);
  } catch {
    throw new HostError({
      name: 'EntryInvalid',
      summary: t('{0} is not a URL.', url),
      remedy: t('Check "url" in the entry: it starts with https:// or http://.'),
    });
  }
}
