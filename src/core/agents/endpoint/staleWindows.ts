import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { type HomeFolder, listPrivateFolder, readPrivateFile } from '#agentProtocol/homeFolder.ts';
import {
  isSameMachine,
  type MachineIdentity,
  maxWindowFileBytes,
  parseWindowFile,
  recentlyClosedMs,
} from '#agentProtocol/windowFile.ts';

/** The number of files that are looked at, and the time that one socket may take, in milliseconds. */
const maxFiles = 100;
const connectMs = 1000;

/**
 * Removes what ended windows of this machine have left: their files, and their sockets in `run`. A window has ended if its socket refuses
 * the connection, or is missing where this window would see it; if it said when it closed, its file stays for a while. The files of other
 * machines stay: their sockets cannot be tried here. `ownId`: the id of this window, which looks after its own file.
 */
export async function removeStaleWindows(home: HomeFolder, machine: MachineIdentity, ownId: string): Promise<void> {
  const all = await listPrivateFolder(home.windows);
  const names = all.filter((name) => name !== `${ownId}.json`).slice(0, maxFiles);
  await Promise.all(names.map((name) => removeIfStale(home, name, machine)));
}

async function removeIfStale(home: HomeFolder, name: string, machine: MachineIdentity): Promise<void> {
  const path = join(home.windows, name);
  const text = (await readPrivateFile(path, maxWindowFileBytes)) ?? '';
  const file = parseWindowFile(text);
  const isOurs = file && name === `${file.id}.json`;
  if (!isOurs || !isSameMachine(file.machine, machine)) {
    return;
  }
  const isRecent = file.closedAt !== undefined && Math.abs(Date.now() - file.closedAt) < recentlyClosedMs;
  // A socket elsewhere may lie in a temporary directory that only other processes see.
  const isVisible = process.platform === 'win32' || dirname(file.socket) === home.run || file.closedAt !== undefined;
  if (isRecent || !(await isRefused(file.socket, isVisible ? ['ECONNREFUSED', 'ENOENT'] : ['ECONNREFUSED']))) {
    return;
  }
  // The window may have begun to listen again meanwhile, on another socket.
  if ((await readPrivateFile(path, maxWindowFileBytes)) === text) {
    await rm(path, { force: true });
  }
  if (dirname(file.socket) === home.run) {
    await rm(file.socket, { force: true });
  }
}

/** True if connecting fails with one of these codes. False also if the socket does not reply in time: a window may be busy. */
function isRefused(path: string, codes: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (refused: boolean) => {
      socket.destroy();
      resolve(refused);
    };
    socket.setTimeout(connectMs, () => end(false));
    socket.once('connect', () => end(false));
    socket.once('error', (error: NodeJS.ErrnoException) => end(codes.includes(error.code ?? '')));
  });
}
