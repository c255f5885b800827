import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runProgram } from '#scripts/lib/process.mjs';
import { linkProblems } from './pageLinks.ts';
import { type PublishedManifest, publicationProblems } from './publication.ts';
import { trackedFiles } from './trackedFiles.ts';

/** The files of the repository that the marketplaces show as pages. */
const pages = ['README.md', 'CHANGELOG.md'];

/** A sentence for everything that has to be done before the commit of the working tree can be released. */
export async function releaseProblems(manifest: PublishedManifest): Promise<string[]> {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const files = await trackedFiles();
  const linked = await Promise.all(pages.map(async (page) => linkProblems(page, await read(page), files)));
  return [
    ...publicationProblems(manifest),
    ...changelogProblems(await read('CHANGELOG.md'), manifest.version),
    ...linked.flat(),
    ...((await runProgram('git', ['status', '--porcelain'])) === ''
      ? []
      : ['There are changes that are not committed: a release is built from a commit.']),
  ];
}

/** A sentence if the newest section of the changelog is not that of the version. */
export function changelogProblems(changelog: string, version: string): string[] {
  const newest = /^## (.*)$/m.exec(changelog)?.[1]?.trim();
  return newest === version
    ? []
    : [`CHANGELOG.md: the first section is "${newest ?? ''}", and the version is ${version}.`];
}
