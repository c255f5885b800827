import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runProgram } from '#scripts/lib/process.mjs';

/** The contents of the released files by their names. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>;

/**
 * Clones the commit of the working tree into `folder`, which must not exist, installs the packages of the lockfile there, and
 * packages the release. Removes the clone.
 * @param commitTime seconds since 1970; the files in the VSIX get this time
 */
export async function buildInClone(folder: string, commitTime: string): Promise<ReleaseFiles> {
  try {
    await runProgram('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(root).href, folder]);
    await runProgram(process.execPath, ['scripts/run.mjs', 'scripts/package.ts', '--release'], {
      cwd: folder,
      env: buildEnvironment(commitTime),
    });
    const names = (await readdir(folder)).filter((name) => /\.(vsix|cdx\.json)$/.test(name)).sort();
    return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the bytes of a VSIX would otherwise depend on: a zip file has local times, and vsce sorts by the language. */
function buildEnvironment(commitTime: string): NodeJS.ProcessEnv {
  const { npm_config_local_prefix: _, ...inherited } = process.env;
  return { ...inherited, SOURCE_DATE_EPOCH: commitTime, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' };
}
