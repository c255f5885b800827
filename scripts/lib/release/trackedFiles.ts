import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from '#scripts/lib/process.mjs';
import type { TrackedFiles } from './pageLinks.ts';

/** The files of this repository that git tracks. */
export async function trackedFiles(): Promise<TrackedFiles> {
  const list = await runProgram('git', ['ls-files', '-z']);
  return { paths: new Set(list.split('\0').filter(Boolean)), read: (path) => readFileSync(join(root, path), 'utf8') };
}
