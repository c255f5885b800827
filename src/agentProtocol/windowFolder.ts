import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type HomeFolder, listPrivateFolder, readPrivateFile, windowIdPattern } from './homeFolder.ts';
import { maxWindowFileBytes, parseWindowFile, type WindowFile } from './windowFile.ts';

/** A window's file as it lies in the folder. */
export interface StoredWindow {
  readonly file: WindowFile;
  readonly text: string;
  readonly path: string;
  /** When it was written last, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** More files than these are not looked at. */
const maxFiles = 4096;
/** The files that are open at the same time. */
const portionSize = 64;
const ending = '.json';

/**
 * The files of windows that are the user's alone, the newest first, in portions: the folder may be mounted on many machines and in
 * containers, whose windows leave files that only they can tell from those of windows that listen.
 */
export async function* readWindowFolder({ windows }: HomeFolder): AsyncGenerator<readonly StoredWindow[]> {
  const names = (await listPrivateFolder(windows)).filter((name) => name.endsWith(ending)).slice(0, maxFiles);
  const ids = names.map((name) => name.slice(0, -ending.length)).filter((id) => windowIdPattern.test(id));
  const changes = await Promise.all(ids.map(async (id) => ({ id, at: (await changedAt(pathOf(windows, id))) ?? 0 })));
  changes.sort((one, other) => other.at - one.at);
  for (let at = 0; at < changes.length; at += portionSize) {
    const portion = changes.slice(at, at + portionSize).map(({ id }) => readStoredWindow(windows, id));
    yield (await Promise.all(portion)).filter((stored) => stored !== undefined);
  }
}

/** The file of the window with this id; `undefined` if there is none that can be read. */
export async function readStoredWindow(folder: string, id: string): Promise<StoredWindow | undefined> {
  if (!windowIdPattern.test(id)) return undefined;
  const path = pathOf(folder, id);
  const text = (await readPrivateFile(path, maxWindowFileBytes)) ?? '';
  const file = parseWindowFile(text);
  const at = await changedAt(path);
  return file?.id === id && at !== undefined ? { file, text, path, changedAt: at } : undefined;
}

function pathOf(folder: string, id: string): string {
  return join(folder, `${id}${ending}`);
}

async function changedAt(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.mtimeMs;
}
