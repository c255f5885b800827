import { t } from '@vscode/l10n';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import { HostError } from '#core/common/errors.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { combineInteractions } from '#core/model/pausableTimeout.ts';
import { NonProtocolOutputLog } from '#core/transport/connectionLog.ts';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { HttpSseTransport } from '#core/transport/httpSse.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';
import type { ConnectAttempt, EraProbe, OpenOptions } from './connectAttempt.ts';
import type { Connection } from './connection.ts';
import { explainHostEnded, explainHttpLoss, explainUnreachable } from './connectionFailure.ts';

/** The wire to a server at a URL. Throws HostError `EntryInvalid` where that is none. */
export function prepareHttp(
  options: OpenOptions,
  spec: LaunchSpec & { type: 'http' | 'sse' },
  type: 'http' | 'sse',
  era: EraProbe,
): { readonly wire: ObservedTransport; readonly way: ConnectAttempt } {
  const { name, log, questions, authorization, limits } = options;
  const authorized = authorization && new AuthorizedFetch(fetchWithoutTimeout, authorization);
  const noise = new NonProtocolOutputLog(log, 'The server sent what is no message');
  const endpoint = {
    url: urlOf(spec),
    headers: spec.headers,
    fetch: authorized?.fetch ?? fetchWithoutTimeout,
    ignored: (text: string) => noise.add(text),
  };
  const replies = new ReplyDelivery(type);
  const wayOver = (wire: ObservedTransport, transport: HttpSseTransport | StreamableHttpTransport) => ({
    type,
    replies,
    fault: () => transport.fault,
    explainStart: async (error: unknown) =>
      authorized?.failure ??
      new HostError(
        wire.fault === undefined
          ? explainUnreachable(name, spec.url, transport.fault ?? error)
          : explainHostEnded(name, wire.fault),
        { cause: error },
      ),
    explainEnd: (error: unknown, forgotten: boolean) =>
      wire.fault === undefined
        ? explainHttpLoss(name, spec, type, error, forgotten)
        : explainHostEnded(name, wire.fault),
    ...(authorized && { answered: authorized.firstResponse }),
  });
  if (type === 'sse') {
    const transport = new HttpSseTransport(endpoint);
    const wire = new ObservedTransport(transport, log, replies);
    return { wire, way: { ...wayOver(wire, transport), era: 'legacy' } };
  }
  let connection: Connection | undefined;
  const transport = new StreamableHttpTransport({
    ...endpoint,
    fetchStandalone: authorized?.fetchWithoutPrompt ?? fetchWithoutTimeout,
    pauses: limits.pauses,
    questions: combineInteractions(questions, authorization),
    reopened: () => connection?.relistChangingLists(),
    suspect: () => void connection?.checkLife(),
  });
  const wire = new ObservedTransport(transport, log, replies);
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
