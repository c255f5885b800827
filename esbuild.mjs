// Bundles the extension into dist/.
//   node esbuild.mjs            the shipped files, minified and without source maps, and ThirdPartyNotices.txt
//   node esbuild.mjs --analyze  also prints the sources and packages in each file, with their sizes
//   node esbuild.mjs --watch    for development: with source maps, and again after every change
//   node esbuild.mjs --tests    the editor suite, into out/test/editor/, for the extension host
import { rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { nodeBundleOptions, productBuilds } from '#scripts/lib/bundles.mjs';
import { noticeProblems, noticesFile, noticesText, shippedPackages } from '#scripts/lib/notices.ts';

const { values: flags } = parseArgs({
  options: { watch: { type: 'boolean' }, tests: { type: 'boolean' }, analyze: { type: 'boolean' } },
});

/** @type {esbuild.BuildOptions} */
const common = {
  logLevel: 'warning',
  metafile: true,
  minify: !flags.watch && !flags.tests,
  sourcemap: flags.watch || flags.tests ? 'linked' : false,
};

/** @type {readonly esbuild.BuildOptions[]} */
const tests = [
  {
    ...nodeBundleOptions,
    entryPoints: ['test/editor/index.ts', 'test/editor/**/*.test.ts', 'test/editor/**/*.soak.ts'],
    outbase: 'test/editor',
    outdir: 'out/test/editor',
    external: ['vscode', 'mocha'],
  },
];

const builds = (flags.tests ? tests : productBuilds).map((options) => ({ ...options, ...common }));
await rm(new URL(flags.tests ? 'out/test/editor' : 'dist', import.meta.url), { recursive: true, force: true });
if (flags.watch) {
  const contexts = await Promise.all(builds.map((options) => esbuild.context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const results = await Promise.allSettled(builds.map((options) => esbuild.build(options)));
  // esbuild has printed the problems.
  if (results.some(({ status }) => status === 'rejected')) process.exitCode = 1;
  const metafiles = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value.metafile ? [result.value.metafile] : [],
  );
  if (!flags.tests && metafiles.length === results.length) {
    const packages = await shippedPackages(metafiles);
    const problems = noticeProblems(packages);
    if (problems.length > 0) {
      console.error(problems.join('\n'));
      process.exitCode = 1;
    }
    await writeFile(new URL(noticesFile, import.meta.url), noticesText(packages));
  }
  for (const result of flags.analyze ? results : []) {
    if (result.status === 'fulfilled') console.log(await esbuild.analyzeMetafile(result.value.metafile ?? ''));
  }
}
