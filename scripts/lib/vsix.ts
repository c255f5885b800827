import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { budgetProblems } from './budgets.ts';
import { reportDuration, root, runProgram } from './process.mjs';
import { listZip, type ZipEntry } from './zip.ts';

const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The absolute path of the packaged extension. */
export const vsixPath = join(root, `${name}-${version}.vsix`);

// vsce writes the names of Markdown files in lower case and renames LICENSE.
const allowed = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/(readme|changelog)\.md$/i,
  /^extension\/LICENSE(\.txt)?$/,
  /^extension\/ThirdPartyNotices\.txt$/,
  /^extension\/dist\/[\w.-]+$/,
  /^extension\/api\/[\w-]+\.d\.ts$/,
  /^extension\/media\/.+$/,
  /^extension\/l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
];
const forbidden = [/\.map$/, /(?<!\.d)\.ts$/, /(^|\/)node_modules\//, /(^|\/)test\//];
const required = [
  'extension/package.json',
  'extension/ThirdPartyNotices.txt',
  'extension/dist/extension.cjs',
  'extension/dist/host.cjs',
  'extension/dist/connecting.cjs',
  'extension/dist/client.cjs',
  'extension/dist/validator.cjs',
  'extension/dist/domains.cjs',
  'extension/dist/launcher.cjs',
  'extension/dist/proxy.cjs',
  'extension/api/mcp-elicitation-host.d.ts',
  'extension/dist/demo.cjs',
  'extension/dist/demoModern.cjs',
  'extension/dist/webview.js',
  'extension/dist/history.js',
];

/** The README as it is shipped, relative to the project. */
const shippedReadme = '.cache/readme.md';

/** Writes the README for the package: with a picture in place of the animation, which is not shipped. */
async function writeShippedReadme(): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const animation = 'media/tour.gif';
  if (!readme.includes(animation)) throw new Error(`README.md does not show ${animation}.`);
  await mkdir(dirname(join(root, shippedReadme)), { recursive: true });
  await writeFile(join(root, shippedReadme), readme.replace(animation, 'media/question-dark.png'));
}

/** Builds and packages the extension. Returns the files of the package; throws if they are not as expected or exceed a budget. */
export async function packageVsix(): Promise<ZipEntry[]> {
  await reportDuration('Building', () => runProgram(process.execPath, ['esbuild.mjs']));
  return reportDuration('Packaging', async () => {
    await rm(vsixPath, { force: true });
    await writeShippedReadme();
    const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
    await runProgram(process.execPath, [
      vsce,
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
      '--readme-path',
      shippedReadme,
      '--out',
      vsixPath,
    ]);
    const entries = listZip(await readFile(vsixPath));
    const problems = [...contentProblems(entries.map((entry) => entry.name)), ...budgetProblems(entries)];
    if (problems.length > 0) throw new Error(`The VSIX is not as it should be:\n${problems.join('\n')}`);
    return entries;
  });
}

/** A sentence for each unexpected or missing file name of a VSIX. */
function contentProblems(names: readonly string[]): string[] {
  return [
    ...names
      .filter((name) => !allowed.some((rule) => rule.test(name)) || forbidden.some((rule) => rule.test(name)))
      .map((name) => `must not be shipped: ${name}`),
    ...required.filter((name) => !names.includes(name)).map((name) => `is missing: ${name}`),
  ];
}
