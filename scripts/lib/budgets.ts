// How large each part of what is shipped may be. A budget lies about 5 % above what was reached: what grows beyond it has to
// be wanted, and is told by `npm run check` and by packaging.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { bundled } from './bundles.mjs';
import { noticeProblems, noticesFile, noticesOf, shippedPackages } from './notices.ts';
import { root } from './process.mjs';
import type { ZipEntry } from './zip.ts';

export interface Budget {
  readonly part: string;
  /** Its files, by their names in the VSIX. */
  readonly files: RegExp;
  /** `read`: as the editor reads them. `packed`: as they are in the VSIX. */
  readonly size: 'read' | 'packed';
  /** Of 1,000 bytes. */
  readonly maxKB: number;
  readonly why: string;
}

export const budgets: readonly Budget[] = [
  dist('extension.cjs', 2.9, 'The editor waits for it in every window.'),
  dist(
    'host.cjs',
    656,
    'Read in every window, right after activation: 100 kB cost about as much as the rest of an activation.',
  ),
  dist('client.cjs', 442, 'The protocol. Read when a server is first started.'),
  dist(
    'validator.cjs',
    180,
    'ajv with three dialects and the formats. Read in a worker thread, when a form is first shown or a value is checked.',
  ),
  dist(
    'domains.cjs',
    142,
    'The Public Suffix List, which grows with every release of tldts. Read at the first web address.',
  ),
  dist('launcher.cjs', 9.5, 'One process of it for each server; two thirds of it is cross-spawn.'),
  dist('demo.cjs', 433, 'A server written with the official SDK of the legacy era, which is nearly all of it.'),
  dist('demoModern.cjs', 487, 'The same of the modern era.'),
  dist('webview.js', 150, 'Read before the first question can be drawn.'),
  dist('history.js', 26.5, 'Read when the record is opened.'),
  shipped('styles', /\/media\/[\w-]+\.css$/, 'read', 38.5, 'They hold up the drawing of a panel.'),
  shipped('words', /\/l10n\/|\/package(\.nls)?\.json$/, 'packed', 31.4, 'The editor reads those of one language.'),
  shipped('walkthrough', /\/media\/walkthrough\//, 'packed', 133, 'Pictures in two themes.'),
  shipped(
    'picture of the README',
    /\/media\/question-dark\.png$/,
    'packed',
    38,
    'One, shown on the page of the extension.',
  ),
  shipped('VSIX', /./, 'packed', 1000, 'What a person downloads.'),
];

function dist(file: string, maxKB: number, why: string): Budget {
  const files = new RegExp(`^extension/dist/${file.replace('.', '\\.')}$`);
  return { part: file, files, size: 'read', maxKB, why };
}

function shipped(part: string, files: RegExp, size: Budget['size'], maxKB: number, why: string): Budget {
  return { part, files, size, maxKB, why };
}

/** What a part of these files comes to, in kB of 1,000 bytes. */
export function sizeOf({ files, size }: Budget, shippedFiles: readonly ZipEntry[]): number {
  const ofPart = shippedFiles.filter(({ name }) => files.test(name));
  return ofPart.reduce((sum, file) => sum + (size === 'read' ? file.size : file.compressedSize), 0) / 1000;
}

/** A sentence for each exceeded budget, and for shipped code that no budget covers. */
export function budgetProblems(files: readonly ZipEntry[], given: readonly Budget[] = budgets): string[] {
  const exceeded = given.flatMap((budget) => {
    const kB = sizeOf(budget, files);
    return kB <= budget.maxKB ? [] : [problemOf(budget, kB)];
  });
  const forgotten = files.filter(
    ({ name }) =>
      name.startsWith('extension/dist/') && !given.some(({ files, part }) => part !== 'VSIX' && files.test(name)),
  );
  return [...exceeded, ...forgotten.map(({ name }) => `${name} has no budget. Give it one in scripts/lib/budgets.ts.`)];
}

function problemOf({ part, size, maxKB, why }: Budget, kB: number): string {
  const unit = size === 'read' ? 'kB' : 'kB packed';
  return [
    `${part} is ${kB.toFixed(1)} ${unit}, and its budget is ${maxKB}. ${why}`,
    '  See what it is made of (node esbuild.mjs --analyze) and take out what is not needed, or load it later;',
    '  if all of it is wanted, raise the budget in scripts/lib/budgets.ts by as much.',
  ].join('\n');
}

/** Of the project's folder, what .vscodeignore lets in beside `dist`. */
const notBuilt = /^(package(\.nls(\.[\w-]+)?)?\.json|README\.md|CHANGELOG\.md|LICENSE|(media|l10n)[\\/].*\.\w+)$/;

interface ToShip {
  readonly files: readonly ZipEntry[];
  /** What is missing of the notices of other packages, in sentences. */
  readonly noticeProblems: readonly string[];
}

/** The files that would be packaged now, built without touching `dist`; their packed sizes are estimated. */
export async function filesToShip(): Promise<ToShip> {
  const below = (folder: string) =>
    readdir(join(root, folder), { recursive: true }).then((names) => names.map((name) => join(folder, name)));
  const names = [...(await readdir(root)), ...(await below('media')), ...(await below('l10n'))];
  const onDisk = await Promise.all(
    names.filter((name) => notBuilt.test(name)).map(async (name) => [name, await readFile(join(root, name))] as const),
  );
  const { files, metafiles } = await bundled();
  const built = [...files].map(([name, contents]) => [`dist/${name}`, contents] as const);
  const packages = await shippedPackages(metafiles);
  const notices = [noticesFile, Buffer.from(noticesOf(packages))] as const;
  return {
    files: [...onDisk, ...built, notices].map(([name, contents]) => ({
      name: `extension/${name.replaceAll('\\', '/')}`,
      size: contents.length,
      compressedSize: deflateRawSync(contents).length,
    })),
    noticeProblems: noticeProblems(packages),
  };
}
