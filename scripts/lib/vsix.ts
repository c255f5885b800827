import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budgetProblems } from './budgets.ts';
import { reportDuration, root, runProgram } from './process.mjs';
import { listZip, type ZipEntry } from './zip.ts';

const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The absolute path of the packaged extension. */
export const vsixPath = join(root, `${name}-${version}.vsix`);

/** What precedes the paths of files on the page of a release. */
export interface PageAddresses {
  readonly links: string;
  readonly pictures: string;
}

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
  'extension/dist/listening.cjs',
  'extension/dist/client.cjs',
  'extension/dist/validator.cjs',
  'extension/dist/domains.cjs',
  'extension/dist/windowsWatchdog.cjs',
  'extension/dist/proxy.cjs',
  'extension/api/mcp-elicitation-host.d.ts',
  'extension/dist/demo.cjs',
  'extension/dist/demoModern.cjs',
  'extension/dist/webview.js',
  'extension/dist/history.js',
];

/** Files that are written for vsce, relative to the project. */
const shippedReadme = '.cache/readme.md';
const shippedIgnoreFile = '.cache/vscodeignore';

const animation = 'media/tour.gif';
const picture = 'media/question-dark.png';

/** Writes the README for the package: with a picture in place of the animation, which is not shipped. */
async function writeShippedReadme(): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  if (!readme.includes(animation)) throw new Error(`README.md does not show ${animation}.`);
  await writeFile(join(root, shippedReadme), readme.replace(animation, picture));
}

/** Writes the list of shipped files for a release: without the picture, because its README shows the animation in the repository. */
async function writeReleaseIgnoreFile(): Promise<void> {
  const list = await readFile(join(root, '.vscodeignore'), 'utf8');
  if (!list.includes(`!${picture}\n`)) throw new Error(`.vscodeignore does not name ${picture}.`);
  await writeFile(join(root, shippedIgnoreFile), list.replace(`!${picture}\n`, ''));
}

/** The arguments of vsce by which the package of a release, whose page is shown on the web, differs from any other one. */
async function pageArguments(addresses: PageAddresses | undefined): Promise<readonly string[]> {
  await mkdir(join(root, '.cache'), { recursive: true });
  if (addresses === undefined) {
    await writeShippedReadme();
    return ['--allow-missing-repository', '--no-rewrite-relative-links', '--readme-path', shippedReadme];
  }
  await writeReleaseIgnoreFile();
  return [
    ...['--baseContentUrl', addresses.links, '--baseImagesUrl', addresses.pictures],
    ...['--no-gitHubIssueLinking', '--ignoreFile', shippedIgnoreFile, '--readme-path', 'README.md'],
  ];
}

/**
 * Builds and packages the extension. Returns the files of the package; throws if there are others than expected.
 * @param addresses for a release: what its page has before the paths of files. Without it, links stay relative
 */
export async function packageVsix(addresses?: PageAddresses): Promise<ZipEntry[]> {
  await reportDuration('Building', () => runProgram(process.execPath, ['esbuild.mjs']));
  return reportDuration('Packaging', async () => {
    await rm(vsixPath, { force: true });
    const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
    const page = await pageArguments(addresses);
    await runProgram(process.execPath, [vsce, 'package', '--no-dependencies', ...page, '--out', vsixPath]);
    const entries = listZip(await readFile(vsixPath));
    throwAny(contentProblems(entries.map((entry) => entry.name)));
    return entries;
  });
}

/** Does the same, and also throws if a file is larger than its budget: that concerns those who change the extension, not its users. */
export async function packageWithinBudgets(addresses?: PageAddresses): Promise<ZipEntry[]> {
  const entries = await packageVsix(addresses);
  throwAny(budgetProblems(entries));
  return entries;
}

function throwAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`The VSIX is not as it should be:\n${problems.join('\n')}`);
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
