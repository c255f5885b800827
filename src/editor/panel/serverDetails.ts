import type { ServerDetails } from '#bridge/messages.ts';
import { KnownServerNames } from '#core/guard/knownServerNames.ts';
import type { ServerEntry } from '#core/model/definition.ts';
import type { PanelContext } from './panelContext.ts';

/** What the header can show about a server. Empty for a server that is not configured any more. */
export function serverDetails(
  serverId: string,
  { definition: definitionOf, serverInfo, servers }: Pick<PanelContext, 'definition' | 'serverInfo' | 'servers'>,
): ServerDetails {
  const definition = definitionOf(serverId);
  if (!definition) {
    return {};
  }
  const { name, protocolVersion } = serverInfo(serverId) ?? {};
  const known = new KnownServerNames(servers().map((server) => server.definition.name));
  return {
    ...addressOf(definition.entry),
    revision: protocolVersion || undefined,
    imitatedName: known.impersonatedName(name ?? '', definition.name),
  };
}

/** The command alone, or the URL without query and credentials: the other parts of an entry can be secrets. */
function addressOf(entry: ServerEntry): Pick<ServerDetails, 'url' | 'command'> {
  return entry.type === 'stdio'
    ? { command: entry.command }
    : { url: entry.url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/]*@/i, '$1') };
}
