import { type ConnectedFile, readConnectedFiles } from '#core/agents/connect/agentConfiguration.ts';
import type { ClientConnection } from '#core/agents/home/clientConnections.ts';

/** The name under which the hook is recorded, which asks for all servers. */
export const hookName = '';

/** What is remembered of one file by all connections of an agent. */
export function rememberedFile(connections: readonly ClientConnection[], path: string): ConnectedFile | undefined {
  const files = connections.flatMap(({ undo }) => readConnectedFiles(undo)).filter((file) => file.path === path);
  const [first] = files;
  const hook = files.find((file) => file.hook)?.hook;
  return first && { path, servers: files.flatMap(({ servers }) => servers), ...(hook && { hook }) };
}

/** The paths of all files that connections remember. */
export function rememberedPaths(connections: readonly ClientConnection[]): string[] {
  return [...new Set(connections.flatMap(({ undo }) => readConnectedFiles(undo)).map(({ path }) => path))];
}

/**
 * The connection to record for a server, or for the hook, of a changed file. What is remembered of other files, in which a
 * server of this name is connected too, stays.
 */
export function connectionOf(
  server: string,
  fingerprint: string,
  connected: ConnectedFile,
  known: readonly ClientConnection[],
): ClientConnection {
  const earlier = known.find((connection) => connection.server === server);
  const { path, hook } = connected;
  const undo: readonly ConnectedFile[] = [
    ...readConnectedFiles(earlier?.undo).filter((file) => file.path !== path),
    {
      path,
      servers: connected.servers.filter(({ name }) => name === server),
      ...(server === hookName && hook && { hook }),
    },
  ];
  return { server, fingerprint, undo };
}

/**
 * The connection after its file was restored. `undefined`: nothing of it is connected any more.
 * @param connected what is still to be remembered of the file
 */
export function afterRestoring(
  connection: ClientConnection,
  path: string,
  connected: ConnectedFile | undefined,
): ClientConnection | undefined {
  const files = readConnectedFiles(connection.undo);
  const servers = connected?.servers.filter(({ name }) => name === connection.server) ?? [];
  const undo = [
    ...files.filter((file) => file.path !== path),
    ...(servers.length > 0 ? [{ path, servers } satisfies ConnectedFile] : []),
  ];
  return undo.length > 0 ? { ...connection, undo } : undefined;
}
