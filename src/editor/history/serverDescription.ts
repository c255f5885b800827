import type { Server } from '#core/servers/server.ts';

/** The scope and the protocol version of a server, for the record. `undefined` for a server that is not one of this host. */
export function describeServer(server: Server | undefined) {
  if (!server) {
    return undefined;
  }
  const { scope } = server.definition;
  return {
    scope: scope.kind === 'folder' ? scope.name : scope.kind,
    protocol: server.state.kind === 'running' ? server.state.serverInfo.protocolVersion : undefined,
  };
}
