// npm run release: builds what is published from the commit of the working tree, twice, in fresh clones. Both must have the same
// bytes. Writes the VSIX, and its bill of materials (SBOM), into out/release/.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportDuration, root, runProgram } from '#scripts/lib/process.mjs';
import { buildDifferences } from '#scripts/lib/release/buildDifferences.ts';
import { buildInClone } from '#scripts/lib/release/buildInClone.ts';
import { releaseProblems } from '#scripts/lib/release/readiness.ts';
import packageJson from '../package.json' with { type: 'json' };

// The files of a VSIX have the modes of the files on the disk.
process.umask(0o022);

try {
  const problems = await releaseProblems(packageJson);
  if (problems.length > 0)
    throw new Error(`Version ${packageJson.version} cannot be released yet:\n${problems.join('\n')}`);
  await buildTwice();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function buildTwice(): Promise<void> {
  const commitTime = (await runProgram('git', ['log', '-1', '--format=%ct'])).trim();
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  try {
    const build = (name: string) =>
      reportDuration(`Building in a clone, ${name}`, () => buildInClone(join(folder, name), commitTime));
    const first = await build('first');
    // A folder of another depth.
    const second = await build('again/second');
    const differing = buildDifferences(first, second);
    if (differing.length > 0) throw new Error(`Two builds of one commit differ:\n${differing.join('\n')}`);
    const target = join(root, 'out/release');
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    for (const [name, contents] of first) {
      await writeFile(join(target, name), contents);
      console.log(`${createHash('sha256').update(contents).digest('hex')}  out/release/${name}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
