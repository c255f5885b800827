import { t } from '@vscode/l10n';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import { HostError } from '#core/common/errors.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { combineInteractions } from '#core/model/pausableTimeout.ts';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { HttpSseTransport } from '#core/transport/httpSse.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';
import { NonProtocolOutputLog } from '#core/transport/throttledLogs.ts';
import type { ConnectAttempt, ConnectOptions, EraProbe } from './connectAttempt.ts';
import type { Connection } from './connection.ts';
import { explainHostEnded, explainHttpLoss, explainUnreachable } from './connectionFailure.ts';

/** Prepares an attempt to connect to a server at a URL. Throws HostError `EntryInvalid` if the URL cannot be parsed. */
export function prepareHttp(
  options: ConnectOptions,
  spec: LaunchSpec & { type: 'http' | 'sse' },
  type: 'http' | 'sse',
  probe: EraProbe,
): ConnectAttempt {
  const { name, log, elicitations, authorization, limits } = options;
  const authorizedFetch = authorization && new AuthorizedFetch(fetchWithoutTimeout, authorization);
  const nonProtocol = new NonProtocolOutputLog(log, 'The server sent something that is no message');
  const endpoint = {
    url: parseUrl(spec),
    headers: spec.headers,
    fetch: authorizedFetch?.fetch ?? fetchWithoutTimeout,
    onInvalid: (text: string) => nonProtocol.add(text),
  };
  const replies = new ReplyDelivery(type);
  const createAttempt = (http: HttpSseTransport | StreamableHttpTransport) => {
    const transport = new ObservedTransport(http, log, replies);
    return {
      transport,
      type,
      replies,
      failureByHost: () => http.fault,
      explainStartFailure: async (error: unknown) =>
        authorizedFetch?.failure ??
        new HostError(
          transport.fault === undefined
            ? explainUnreachable(name, spec.url, http.fault ?? error)
            : explainHostEnded(name, transport.fault),
          { cause: error },
        ),
      explainEnd: (error: unknown, isSessionOver: boolean) =>
        transport.fault === undefined
          ? explainHttpLoss(name, spec, type, error, isSessionOver)
          : explainHostEnded(name, transport.fault),
      ...(authorizedFetch && { firstRequestSettled: authorizedFetch.firstRequestSettled }),
    };
  };
  if (type === 'sse') {
    return { ...createAttempt(new HttpSseTransport(endpoint)), probe: 'legacy' };
  }
  let connection: Connection | undefined;
  const http = new StreamableHttpTransport({
    ...endpoint,
    fetchStandalone: authorizedFetch?.fetchWithoutPrompt ?? fetchWithoutTimeout,
    pauses: limits.pauses,
    interactions: combineInteractions(elicitations, authorization),
    onReopened: () => connection?.reportListsAsChanged(),
    checkHealth: () => void connection?.checkHealth(),
  });
  return {
    ...createAttempt(http),
    probe,
    waitForStandaloneStream: () => http.waitForStandaloneStream(),
    terminateSession: () => http.terminateSession(),
    onOpened: (openConnection) => {
      connection = openConnection;
    },
  };
}

function parseUrl({ url }: { readonly url: string }): URL {
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
