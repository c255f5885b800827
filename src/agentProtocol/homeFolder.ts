import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The paths of everything that windows and clients share. All of it belongs to the user and nobody else can read it. */
export interface HomeFolder {
  readonly root: string;
  /** One file for each window that listens: see windowFile.ts. */
  readonly windows: string;
  /** The sockets, if this folder is local and its path is short. */
  readonly run: string;
  /** One key for each client: `<client>.key`. */
  readonly keys: string;
  /** What the user has connected: a file for each server of each client. */
  readonly clients: string;
  /** The servers of this editor that the user has lent: a file for each client and server. */
  readonly lent: string;
  /** The program and the script that agents start. */
  readonly bin: string;
}

/** @param home the user's home directory; absent: that of this process */
export function homeFolder(home: string = homedir()): HomeFolder {
  const root = join(home, '.mcp-elicitation');
  return {
    root,
    windows: join(root, 'windows'),
    run: join(root, 'run'),
    keys: join(root, 'keys'),
    clients: join(root, 'clients'),
    lent: join(root, 'lent'),
    bin: join(root, 'bin'),
  };
}

/** Matches the ids of clients. They are parts of file names. */
export const clientIdPattern = /^[a-z][a-z0-9-]{0,31}$/;
/** Matches the ids of windows. They are parts of file names. */
export const windowIdPattern = /^[0-9a-f]{16}$/;

const maxKeyBytes = 200;

/** The key of a client; `undefined` if it has none, or if its file is not the user's alone. */
export async function readClientKey({ keys }: HomeFolder, client: string): Promise<Buffer | undefined> {
  if (!clientIdPattern.test(client)) return undefined;
  const text = await readPrivateFile(keyPath(keys, client), maxKeyBytes);
  const key = Buffer.from(text?.trim() ?? '', 'base64url');
  return key.length === 32 ? key : undefined;
}

/** True if a client has a key: the user has connected it, and has not disconnected it. */
export function hasClientKey({ keys }: HomeFolder, client: string): boolean {
  return clientIdPattern.test(client) && existsSync(keyPath(keys, client));
}

function keyPath(keys: string, client: string): string {
  return join(keys, `${client}.key`);
}

/** The names in a folder of ours; none if it does not exist, is a link, is not the user's alone, or cannot be read. */
export async function listPrivateFolder(path: string): Promise<readonly string[]> {
  return (await tryListPrivateFolder(path).catch(() => undefined)) ?? [];
}

/**
 * The text of a regular file that only the user can read and write; `undefined` for anything else: a link, a device, a file of
 * another user, one that others may write, one of more than `maxBytes`, or one that cannot be read.
 */
export function readPrivateFile(path: string, maxBytes: number): Promise<string | undefined> {
  return tryReadPrivateFile(path, maxBytes).catch(() => undefined);
}

/** The names in a folder; `undefined` if it is a link, or not the user's alone. @throws the system's error, also if it does not exist */
export async function tryListPrivateFolder(path: string): Promise<readonly string[] | undefined> {
  const stats = await lstat(path);
  return stats.isDirectory() && isPrivate(stats) ? readdir(path) : undefined;
}

/** The text of a file; `undefined` if this is not as `readPrivateFile` needs it. @throws the system's error, also if it does not exist */
export async function tryReadPrivateFile(path: string, maxBytes: number): Promise<string | undefined> {
  // O_NONBLOCK: a pipe must not block; O_NOFOLLOW: a link may lead anywhere.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile() || !isPrivate(stats) || stats.size > maxBytes) return undefined;
    // No larger than the file: these files are read again and again, and each large buffer costs a garbage collection.
    const { bytesRead, buffer } = await file.read(Buffer.alloc(stats.size + 1), 0, stats.size + 1, 0);
    // A file that has grown meanwhile is not whole yet.
    return bytesRead > stats.size ? undefined : buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** True if a file belongs to this user and nobody else may do anything with it. On Windows the profile's permissions apply. */
export function isPrivate({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  const ownUid = process.getuid?.();
  return ownUid === undefined || (uid === ownUid && (mode & 0o077) === 0);
}
