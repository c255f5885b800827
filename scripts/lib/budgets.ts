// The maximum size of each part of the shipped files. A budget is about 5 % above the size that was measured. `npm run check`
// and packaging fail if a part exceeds its budget, so that every growth is a decision.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { bundleInMemory } from './bundles.mjs';
import { noticeProblems, noticesFile, noticesText, shippedPackages } from './notices.ts';
import { root } from './process.mjs';
import { languages } from './translations.ts';
import type { ZipEntry } from './zip.ts';

export interface Budget {
  readonly name: string;
  /** Matches the names of the part's files in the VSIX. */
  readonly files: RegExp;
  /** `read`: the size of the files. `packed`: their compressed size in the VSIX. */
  readonly size: 'read' | 'packed';
  /** In kB of 1,000 bytes. */
  readonly maxKB: number;
  readonly reason: string;
}

export const budgets: readonly Budget[] = [
  dist('extension.cjs', 3.6, 'The editor waits for it in every window.'),
  dist(
    'host.cjs',
    842,
    'Read in every window, right after activation: 100 kB cost about as much as the rest of an activation.',
  ),
  dist(
    'connecting.cjs',
    137,
    'Reads and changes the configuration of agents; a tenth of it is the reader of YAML. Read when the user connects or disconnects one.',
  ),
  dist('listening.cjs', 28, 'The socket on which a window can be reached. Read while agents are on.'),
  dist('client.cjs', 442, 'The protocol. Read when a server is first started.'),
  dist(
    'validator.cjs',
    180,
    'ajv with three dialects and the formats. Read in a worker thread, when a form is first shown or a value is checked.',
  ),
  dist('domains.cjs', 142, 'The Public Suffix List, which grows with every release of tldts. Read at the first URL.'),
  dist('windowsWatchdog.cjs', 3, 'One process of it in each window on Windows.'),
  dist('proxy.cjs', 72, 'Copied to the home directory, and read by each server that an agent starts.'),
  dist('demo.cjs', 433, 'A server written with the official SDK of the legacy era, which is nearly all of it.'),
  dist('demoModern.cjs', 487, 'A server written with the official SDK of the modern era.'),
  dist('webview.js', 221, 'Read before the first request can be drawn.'),
  dist('history.js', 40, 'Read when the record is opened.'),
  shipped('styles', /\/media\/[\w-]+\.css$/, 'read', 72, 'A panel is drawn after they are read.'),
  shipped('words', /\/l10n\/bundle\.l10n\.json$|\/package(\.nls)?\.json$/, 'packed', 40, 'Read in every window.'),
  ...languages.map((language) =>
    shipped(
      `words in ${language}`,
      new RegExp(`/(bundle\\.l10n|package\\.nls)\\.${language}\\.json$`),
      'packed',
      56,
      'Read in every window in this language.',
    ),
  ),
  shipped('walkthrough', /\/media\/walkthrough\//, 'packed', 147, 'Pictures in two themes.'),
  shipped(
    'picture of the README',
    /\/media\/question-dark\.png$/,
    'packed',
    38,
    'One, shown on the page of the extension.',
  ),
  shipped('VSIX', /./, 'packed', 1540, 'The download.'),
];

function dist(file: string, maxKB: number, reason: string): Budget {
  const files = new RegExp(`^extension/dist/${file.replace('.', '\\.')}$`);
  return { name: file, files, size: 'read', maxKB, reason };
}

function shipped(name: string, files: RegExp, size: Budget['size'], maxKB: number, reason: string): Budget {
  return { name, files, size, maxKB, reason };
}

/** The size of a part in kB of 1,000 bytes. */
export function sizeOf({ files, size }: Budget, shippedFiles: readonly ZipEntry[]): number {
  const ofPart = shippedFiles.filter(({ name }) => files.test(name));
  return ofPart.reduce((sum, file) => sum + (size === 'read' ? file.size : file.compressedSize), 0) / 1000;
}

/** A sentence for each exceeded budget, and for each file of `dist` that has no budget. */
export function budgetProblems(files: readonly ZipEntry[], checkedBudgets: readonly Budget[] = budgets): string[] {
  const exceeded = checkedBudgets.flatMap((budget) => {
    const kB = sizeOf(budget, files);
    return kB <= budget.maxKB ? [] : [exceededText(budget, kB)];
  });
  const filesWithoutBudget = files.filter(
    ({ name }) =>
      name.startsWith('extension/dist/') &&
      !checkedBudgets.some((budget) => budget.name !== 'VSIX' && budget.files.test(name)),
  );
  return [
    ...exceeded,
    ...filesWithoutBudget.map(({ name }) => `${name} has no budget. Give it one in scripts/lib/budgets.ts.`),
  ];
}

function exceededText({ name, size, maxKB, reason }: Budget, kB: number): string {
  const unit = size === 'read' ? 'kB' : 'kB packed';
  return [
    `${name} is ${kB.toFixed(1)} ${unit}, and its budget is ${maxKB}. ${reason}`,
    '  See what it is made of (node esbuild.mjs --analyze) and take out what is not needed, or load it later;',
    '  if all of it is wanted, raise the budget in scripts/lib/budgets.ts by as much.',
  ].join('\n');
}

/** The files outside of `dist` that .vscodeignore lets into the VSIX. */
const shippedUnbuilt =
  /^(package(\.nls(\.[\w-]+)?)?\.json|README\.md|CHANGELOG\.md|LICENSE|api[\\/].*\.d\.ts|(media|l10n)[\\/].*\.(css|svg|json|png)|media[\\/]walkthrough[\\/].*\.md)$/;

interface FilesToShip {
  readonly files: readonly ZipEntry[];
  /** A sentence for each licence or licence text that is missing. */
  readonly noticeProblems: readonly string[];
}

/** The files that would be packaged, built without changing `dist`. Their packed sizes are estimated. */
export async function filesToShip(): Promise<FilesToShip> {
  const below = (folder: string) =>
    readdir(join(root, folder), { recursive: true }).then((names) => names.map((name) => join(folder, name)));
  const names = [
    ...(await readdir(root)),
    ...(await below('media')),
    ...(await below('l10n')),
    ...(await below('api')),
  ];
  const onDisk = await Promise.all(
    names
      .filter((name) => shippedUnbuilt.test(name))
      .map(async (name) => [name, await readFile(join(root, name))] as const),
  );
  const { files, metafiles } = await bundleInMemory();
  const built = [...files].map(([name, contents]) => [`dist/${name}`, contents] as const);
  const packages = await shippedPackages(metafiles);
  const notices = [noticesFile, Buffer.from(noticesText(packages))] as const;
  return {
    files: [...onDisk, ...built, notices].map(([name, contents]) => ({
      name: `extension/${name.replaceAll('\\', '/')}`,
      size: contents.length,
      compressedSize: deflateRawSync(contents).length,
    })),
    noticeProblems: noticeProblems(packages),
  };
}
