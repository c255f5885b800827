// Versions of the extension that users have installed, built from the history of this repository.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runProgram, step } from './process.mjs';

/** The commit of each version that was released. */
const commits = { '0.1.0': 'c29777f' } as const;

/**
 * The packaged extension of a released version, built into `.cache/released/VERSION` on first use.
 * @returns the VSIX, an absolute path
 * @throws Error where the history does not reach back to it, as in a shallow clone
 */
export async function releasedExtension(version: keyof typeof commits): Promise<string> {
  const home = await releasedSources(version);
  const vsix = join(home, `mcp-elicitation-host-${version}.vsix`);
  if (!existsSync(vsix)) {
    await step(`Building version ${version}`, () =>
      runProgram(process.execPath, [join(home, 'scripts/package.ts')], { cwd: home }),
    );
  }
  return vsix;
}

/** The sources of a released version, an absolute folder. Throws as `releasedExtension` does. */
export async function releasedSources(version: keyof typeof commits): Promise<string> {
  const home = join(root, '.cache/released', version);
  if (existsSync(home)) return home;
  const commit = commits[version];
  const draft = `${home}.${process.pid}.tmp`;
  await mkdir(draft, { recursive: true });
  try {
    const archive = `${draft}/sources.tar`;
    await runProgram('git', ['archive', '--output', archive, commit], { cwd: root }).catch((error: unknown) => {
      throw new Error(
        `Version ${version} is commit ${commit}, which this clone does not have: fetch the whole history.`,
        {
          cause: error,
        },
      );
    });
    await runProgram('tar', ['-xf', archive, '-C', draft]);
    await rm(archive);
    await symlink(join(root, 'node_modules'), join(draft, 'node_modules'), 'junction');
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return home;
}
