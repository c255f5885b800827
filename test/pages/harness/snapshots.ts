import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';

const isUpdating = process.env['UPDATE_SNAPSHOTS'] === '1';

/** Where the kept text of this name stands. */
export function snapshotPath(name: string): string {
  return join(root, 'test/pages/snapshots', `${name}.yml`);
}

/** Compares with the text that is kept under this name; with `UPDATE_SNAPSHOTS=1`, keeps this one. */
export async function matchSnapshot(name: string, text: string): Promise<void> {
  const path = snapshotPath(name);
  const actual = `${text.trimEnd()}\n`;
  if (isUpdating) {
    await writeFile(path, actual);
    return;
  }
  const kept = await readFile(path, 'utf8').catch(() => '');
  assert.equal(actual, kept, `${name}.yml says something else. If the page is right, UPDATE_SNAPSHOTS=1 keeps it.`);
}
