import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { uptime } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type HomeFolder, readPrivateFile } from '#agentProtocol/homeFolder.ts';
import {
  isSameMachine,
  type MachineIdentity,
  maxWindowFileBytes,
  recentlyClosedMs,
} from '#agentProtocol/windowFile.ts';
import { readWindowFolder, type StoredWindow } from '#agentProtocol/windowFolder.ts';
import { privateSocketName } from './socketAddress.ts';

/** The time that one socket may take, in milliseconds. */
const connectMs = 1000;
const dayMs = 24 * 60 * 60_000;
/**
 * How long the file of a window on another machine or in a container stays, whose socket cannot be tried here: after it said that the
 * window closed, by a clock that may differ from this one; and after it was written last, which each change of the focus does.
 */
const closedElsewhereMs = dayMs;
const unchangedElsewhereMs = 30 * dayMs;
/**
 * How long the file of a window stays that this machine has written before it restarted: another machine may have the same name. And how
 * much the clock of a file system may differ.
 */
const unchangedSinceRestartMs = dayMs;
const clockSlackMs = 60_000;

/**
 * Removes what ended windows have left: their files, and their sockets in `run`. A window of this machine has ended if its socket refuses
 * the connection, or is missing where this window would see it; if it said when it closed, its file stays for a while. `ownId`: the id of
 * this window, which looks after its own file.
 */
export async function removeStaleWindows(home: HomeFolder, machine: MachineIdentity, ownId: string): Promise<void> {
  for await (const portion of readWindowFolder(home)) {
    const others = portion.filter(({ file }) => file.id !== ownId);
    // What cannot be removed must not keep the others.
    await Promise.allSettled(others.map((stored) => removeIfStale(home, stored, machine)));
  }
}

async function removeIfStale(home: HomeFolder, stored: StoredWindow, machine: MachineIdentity): Promise<void> {
  const { file, path, text } = stored;
  const hasEnded = isSameMachine(file.machine, machine)
    ? await hasEndedHere(home, stored)
    : isOfEarlierBoot(stored, machine) || isOldElsewhere(stored);
  // The window may have begun to listen again meanwhile, on another socket.
  if (!hasEnded || (await readPrivateFile(path, maxWindowFileBytes)) !== text) {
    return;
  }
  await rm(path, { force: true });
  // Another container may see the folder under another path.
  const name = basename(file.socket);
  if (privateSocketName.test(name)) {
    await rm(join(home.run, name), { force: true });
  }
}

async function hasEndedHere({ run }: HomeFolder, { file }: StoredWindow): Promise<boolean> {
  if (file.closedAt !== undefined && Math.abs(Date.now() - file.closedAt) < recentlyClosedMs) {
    return false;
  }
  // A socket elsewhere may lie in a temporary directory that only other processes see.
  const isVisible = process.platform === 'win32' || dirname(file.socket) === run || file.closedAt !== undefined;
  return isRefused(file.socket, isVisible ? ['ECONNREFUSED', 'ENOENT'] : ['ECONNREFUSED']);
}

/** True for what was written before this machine has restarted, as far as that can be known. */
function isOfEarlierBoot({ file, changedAt }: StoredWindow, now: MachineIdentity): boolean {
  const { host, bootId } = file.machine;
  const isOtherBoot = host === now.host && bootId !== now.bootId && bootId !== '' && now.bootId !== '';
  const unchangedMs = Date.now() - changedAt;
  return isOtherBoot && unchangedMs > Math.max(unchangedSinceRestartMs, uptime() * 1000 + clockSlackMs);
}

function isOldElsewhere({ file, changedAt }: StoredWindow): boolean {
  return file.closedAt === undefined
    ? Date.now() - changedAt > unchangedElsewhereMs
    : Date.now() - file.closedAt > closedElsewhereMs;
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
