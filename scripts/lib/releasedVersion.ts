// Released versions of the extension, built from the history of this repository with the dependencies of the working tree.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportDuration, root, runProgram } from './process.mjs';

const { publisher } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The commits of released versions. */
const commits = { '0.1.0': 'c29777f' } as const;

/**
 * Builds the packaged extension of a released version into `.cache/released/VERSION`, unless it exists. It has the publisher of
 * `package.json`: an editor updates an extension only by one of the same id.
 * @returns the absolute path of the VSIX
 * @throws Error if the clone lacks the version's commit, for example because it is shallow
 */
export async function releasedExtension(version: keyof typeof commits): Promise<string> {
  const folder = await releasedSources(version);
  const vsix = join(folder, `${publisher}-${version}.vsix`);
  if (!existsSync(vsix)) {
    const manifestPath = join(folder, 'package.json');
    const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
    await writeFile(manifestPath, JSON.stringify({ ...manifest, publisher }));
    await reportDuration(`Building version ${version}`, () =>
      runProgram(process.execPath, [join(folder, 'scripts/package.ts')], { cwd: folder }),
    );
    await rename(join(folder, `${manifest.name}-${version}.vsix`), vsix);
  }
  return vsix;
}

/**
 * Extracts the sources of a released version into `.cache/released/VERSION`, unless this folder exists. Its `node_modules` is that
 * of the working tree. Throws like `releasedExtension`.
 * @returns the absolute path of the folder
 */
export async function releasedSources(version: keyof typeof commits): Promise<string> {
  const folder = join(root, '.cache/released', version);
  if (existsSync(folder)) return folder;
  const commit = commits[version];
  const temporary = `${folder}.${process.pid}.tmp`;
  await mkdir(temporary, { recursive: true });
  try {
    const archive = `${temporary}/sources.tar`;
    await runProgram('git', ['archive', '--output', archive, commit], { cwd: root }).catch((error: unknown) => {
      throw new Error(
        `Version ${version} is commit ${commit}, which this clone does not have: fetch the whole history.`,
        {
          cause: error,
        },
      );
    });
    await runProgram('tar', ['-xf', archive, '-C', temporary]);
    await rm(archive);
    await symlink(join(root, 'node_modules'), join(temporary, 'node_modules'), 'junction');
    await rename(temporary, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}
