import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { ensurePrivateFolder } from '#core/agents/home/privateFolder.ts';

/** A socket on which a server listens. */
export interface SocketAddress {
  readonly path: string;
  /** Removes what the socket leaves behind. Called after the server is closed. */
  remove(): Promise<void>;
}

/** Matches the names of sockets in `run`. They are random, so each has been used once. */
export const privateSocketName = /^[0-9a-f]{16}\.sock$/;

/** The longest path of a socket, in bytes. Source: `sun_path` of macOS, with its final zero. */
const maxPathBytes = 103;
/** The types of file systems that other machines see too, where a socket is not the same for all. Source: statfs(2), Linux. */
const remoteFileSystems: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x517b, // SMB
  0x01021997, // 9P
  0x65735546, // FUSE
  0x00c36400, // Ceph
  0x5346414f, // AFS
]);

/**
 * Listens on a socket that only the user can reach: in the folder `run` of the home directory if that is local and its path is short,
 * otherwise in a new folder under the temporary directory. On Windows on a pipe whose name nobody can guess.
 * @throws Error if neither works
 */
export async function listenPrivately(server: Server, { run }: HomeFolder): Promise<SocketAddress> {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\mcp-elicitation-${randomBytes(16).toString('hex')}`;
    await listen(server, path);
    return { path, remove: async () => undefined };
  }
  await ensurePrivateFolder(run);
  // A new name each time, so that nobody who removes an old socket removes this one.
  const path = join(run, `${randomBytes(8).toString('hex')}.sock`);
  // A file system may refuse sockets without being one of those that are known.
  if (isShort(path) && (await isLocal(run)) && (await listen(server, path).then(succeeded, failed))) {
    await chmod(path, 0o600);
    return { path, remove: () => rm(path, { force: true }) };
  }
  const folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  const temporaryPath = join(folder, 'window.sock');
  try {
    if (!isShort(temporaryPath)) {
      throw new Error(t('The path of the temporary directory is too long for a socket: {0}', tmpdir()));
    }
    await ensurePrivateFolder(folder);
    await listen(server, temporaryPath);
    await chmod(temporaryPath, 0o600);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { path: temporaryPath, remove: () => rm(folder, { recursive: true, force: true }) };
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= maxPathBytes;
}

async function isLocal(folder: string): Promise<boolean> {
  return process.platform !== 'linux' || !remoteFileSystems.has((await statfs(folder)).type);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const succeeded = () => true;
const failed = () => false;
