import type { RunningCall, ServerDetails, View } from '#bridge/messages.ts';
import { KnownServerNames } from '#core/guard/knownServerNames.ts';
import { addressFinding } from '#core/guard/url/serverAddress.ts';
import type { ServerEntry } from '#core/model/definition.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import type { PanelContext } from './panelContext.ts';
import { shownAgentArguments } from './shownAgentArguments.ts';

/** What the header shows beside the screen: the server, and the running call that the request of the screen belongs to. */
export function headerContents(
  current: Pick<PanelScreen, 'serverId' | 'request'> | undefined,
  runningCalls: readonly Pick<RunningCall, 'id'>[],
  context: DetailsContext,
): Pick<View, 'serverDetails' | 'shownCall'> {
  const call = current?.request?.call?.id;
  return {
    serverDetails: current && (askerDetails(current.request, context) ?? serverDetails(current.serverId, context)),
    shownCall: runningCalls.find(({ id }) => id === call)?.id,
  };
}

type DetailsContext = Pick<PanelContext, 'definition' | 'serverInfo' | 'servers'>;

/** What the header can show about a server for which an agent or an extension asks; `undefined` for one of this host. */
function askerDetails(
  request: ElicitationRequest | undefined,
  { servers }: Pick<DetailsContext, 'servers'>,
): ServerDetails | undefined {
  const { asker, reportedName = '' } = request?.server ?? {};
  return (
    asker && {
      command: asker.commandLine || undefined,
      imitatedName: knownNames(servers).impersonatedName(reportedName, asker.server),
      asker: {
        kind: asker.kind,
        reportedName: asker.reportedName,
        isConnected: asker.isConnected,
        folder: asker.folder || undefined,
        arguments: request?.call && shownAgentArguments(request.call),
      },
    }
  );
}

/** What the header can show about a server of this host. Empty for a server that is not configured any more. */
function serverDetails(
  serverId: string,
  { definition: definitionOf, serverInfo, servers }: DetailsContext,
): ServerDetails {
  const definition = definitionOf(serverId);
  if (!definition) {
    return {};
  }
  const { name, protocolVersion } = serverInfo(serverId) ?? {};
  return {
    ...addressOf(definition.entry),
    revision: protocolVersion || undefined,
    imitatedName: knownNames(servers).impersonatedName(name ?? '', definition.name),
  };
}

function knownNames(servers: DetailsContext['servers']): KnownServerNames {
  return new KnownServerNames(servers().map((server) => server.definition.name));
}

/** The command alone, or the URL without query and credentials, with what is suspicious: the other parts of an entry can be secrets. */
function addressOf(entry: ServerEntry): Pick<ServerDetails, 'url' | 'command' | 'addressFinding'> {
  if (entry.type === 'stdio') {
    return { command: entry.command };
  }
  const url = entry.url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');
  return { url, addressFinding: addressFinding(entry.url) };
}
