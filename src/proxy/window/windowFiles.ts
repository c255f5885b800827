import { realpath, unlink } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { isSameMachine, recentlyClosedMs, thisMachine, type WindowFile } from '#agentProtocol/windowFile.ts';
import { readStoredWindow, readWindowFolder } from '#agentProtocol/windowFolder.ts';

/** More windows of one machine than these are not seen. */
const maxWindows = 256;

/** A window that has registered on this machine, which may be closed since. */
export interface RegisteredWindow {
  readonly file: WindowFile;
  readonly path: string;
  /** When its file was written last, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Where a client is, to find the window that its user looks at. */
export interface ClientPlace {
  /** The agent's working directory as a real path. */
  readonly folder: string;
  /** The id of the window in whose terminal the client runs. */
  readonly hint?: string | undefined;
  /** The processes above the client. */
  readonly ancestors: readonly number[];
  /** True if the user connected the client for all folders. */
  readonly allFolders: boolean;
}

/** `folder`: the agent's working directory. */
export async function clientPlace(
  folder: string,
  hint: string | undefined,
  allFolders: boolean,
  ancestors: Promise<readonly number[]>,
): Promise<ClientPlace> {
  return { folder: await realpath(folder).catch(() => folder), hint, allFolders, ancestors: await ancestors };
}

/** The windows of this machine and container whose files are the user's alone, those with the newest files first. */
export async function readWindowFiles(home: HomeFolder): Promise<readonly RegisteredWindow[]> {
  const machine = thisMachine();
  const found: RegisteredWindow[] = [];
  for await (const portion of readWindowFolder(home)) {
    found.push(...portion.filter(({ file }) => isSameMachine(file.machine, machine)));
    if (found.length >= maxWindows) break;
  }
  return found.slice(0, maxWindows);
}

/**
 * The windows that a client may ask, the best first: the one whose extension host started the client, the one in whose terminal
 * it runs, those with the client's folder open (the longest folder first, then the latest focus). If there is none of these and
 * the client was connected for all folders: the one that had the focus last.
 */
export function rankWindows(windows: readonly RegisteredWindow[], place: ClientPlace): readonly RegisteredWindow[] {
  const byFocus = [...windows].sort((one, other) => other.file.focusedAt - one.file.focusedAt);
  const byFolder = byFocus
    .map((window) => ({ window, length: folderLength(window.file.folders, place.folder) }))
    .filter(({ length }) => length > 0)
    .sort((one, other) => other.length - one.length);
  const ranked = new Set([
    ...byFocus.filter(({ file }) => place.ancestors.includes(file.pid)),
    ...byFocus.filter(({ file }) => file.id === place.hint),
    ...byFolder.map(({ window }) => window),
  ]);
  return ranked.size > 0 || !place.allFolders ? [...ranked] : byFocus;
}

/**
 * The length of the longest folder that contains the path; 0: none does. A relative path is in none: it would be resolved against the
 * working directory, which may be deleted.
 */
function folderLength(folders: readonly string[], path: string): number {
  if (!isAbsolute(path)) return 0;
  const containing = folders.filter(isAbsolute).filter((folder) => {
    const inner = relative(folder, path);
    return !(inner === '..' || /^\.\.[\\/]/.test(inner) || isAbsolute(inner));
  });
  return Math.max(0, ...containing.map((folder) => folder.length));
}

/** True if the file of the window is still there. It is removed when agents are switched off in the window. */
export async function isStillRegistered({ windows }: HomeFolder, { file }: RegisteredWindow): Promise<boolean> {
  return (await readStoredWindow(windows, file.id)) !== undefined;
}

/** True if the window closed, or was ended, a moment ago: it may be reloading. */
export function hasClosedRecently({ file, changedAt }: RegisteredWindow, now: number): boolean {
  return now - (file.closedAt ?? changedAt) < recentlyClosedMs;
}

/**
 * Removes the file of a window whose socket refused a connection, unless it may be reloading, and its socket in `run`: no window would
 * find that without the file.
 */
export async function removeStaleFile({ run }: HomeFolder, window: RegisteredWindow, now: number): Promise<void> {
  if (hasClosedRecently(window, now)) return;
  const { socket } = window.file;
  for (const path of [window.path, ...(dirname(socket) === run ? [socket] : [])]) {
    await unlink(path).catch(() => undefined);
  }
}
