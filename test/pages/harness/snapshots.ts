import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';

const isUpdating = process.env['UPDATE_SNAPSHOTS'] === '1';

/** The path of a snapshot. */
export function snapshotPath(name: string): string {
  return join(root, 'test/pages/snapshots', `${name}.yml`);
}

/** Compares a text with a snapshot; with `UPDATE_SNAPSHOTS=1`, writes the snapshot. */
export async function matchSnapshot(name: string, text: string): Promise<void> {
  const path = snapshotPath(name);
  const actual = `${text.trimEnd()}\n`;
  if (isUpdating) {
    await writeFile(path, actual);
    return;
  }
  const expected = await readFile(path, 'utf8').catch(() => '');
  assert.equal(actual, expected, `${name}.yml differs. If the page is right, UPDATE_SNAPSHOTS=1 keeps it.`);
}
