import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';

const isUpdating = process.env['UPDATE_SNAPSHOTS'] === '1';

/** The path of a snapshot. */
export function snapshotPath(name: string): string {
  return join(root, 'test/pages/snapshots', `${name}.yml`);
}

/** Compares a text with a snapshot; with `UPDATE_SNAPSHOTS=1`, writes the snapshot. */
export function matchSnapshot(name: string, text: string): Promise<void> {
  return matchFile(snapshotPath(name), text);
}

/** Compares a text with the transcript of a flow; with `UPDATE_SNAPSHOTS=1`, writes the transcript. */
export function matchTranscript(name: string, text: string): Promise<void> {
  return matchFile(join(root, 'test/pages/transcripts/expected', `${name}.txt`), text);
}

async function matchFile(path: string, text: string): Promise<void> {
  const actual = `${text.trimEnd()}\n`;
  if (isUpdating) {
    await writeFile(path, actual);
    return;
  }
  const expected = await readFile(path, 'utf8').catch(() => '');
  assert.equal(actual, expected, `${basename(path)} differs. If the page is right, UPDATE_SNAPSHOTS=1 keeps it.`);
}
