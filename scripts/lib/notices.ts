// ThirdPartyNotices.txt: the packages whose code is in the output of esbuild, each with the text of its licence.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './process.mjs';

/** A package whose code or data is shipped. */
export interface ShippedPackage {
  readonly name: string;
  /** Absent for data without a version. */
  readonly version?: string;
  /** SPDX identifier. */
  readonly license?: string;
  /** The texts of the package's licence and notice; empty if none was found. */
  readonly texts: readonly string[];
}

/** The file's name, in the project's folder and in the VSIX. */
export const noticesFile = 'ThirdPartyNotices.txt';

/** Licence texts, from the repositories, of packages that are published without one. File names: `@scope+name.txt`. */
const licensesFolder = join(root, 'scripts/licenses');

/** Data inside packages that has its own licence, by the name of the package. */
const bundledData: Readonly<Record<string, ShippedPackage & { readonly file: string }>> = {
  tldts: { name: 'Public Suffix List', license: 'MPL-2.0', texts: [], file: 'public-suffix-list.txt' },
};

/** Finds the packages whose code is in the outputs, and those whose code is bundled in a file of such a package. */
export async function shippedPackages(metafiles: readonly Metafile[]): Promise<ShippedPackage[]> {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)))
    .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  const installed = await Promise.all([...folders].map(readPackage));
  const copies = await copiedInto(inputs.filter((path) => path.includes('node_modules/')));
  const shippedData = installed.flatMap(({ name }) => bundledData[name] ?? []);
  const withData = shippedData.map(async ({ file, ...shipped }) => ({
    ...shipped,
    texts: [await readText(join(licensesFolder, file))],
  }));
  const all = [...installed, ...(await Promise.all([...copies.map(readCopy), ...withData]))];
  const byName = new Map(all.map((shipped) => [`${shipped.name}@${shipped.version ?? ''}`, shipped]));
  return [...byName.values()].sort((a, b) => titleOf(a).localeCompare(titleOf(b), 'en'));
}

/** A sentence for each package that lacks a licence or the text of its licence. */
export function noticeProblems(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap((shipped) => [
    ...(shipped.license ? [] : [`${titleOf(shipped)} is shipped and names no licence in its package.json.`]),
    ...(shipped.texts.some((text) => text.trim() !== '')
      ? []
      : [
          `${titleOf(shipped)} is shipped and brings no licence text. Put the one of its repository into ` +
            `scripts/licenses/${fileNameOf(shipped.name)}.`,
        ]),
  ]);
}

/** The text of ThirdPartyNotices.txt. */
export function noticesText(packages: readonly ShippedPackage[]): string {
  const line = '-'.repeat(80);
  return [
    'MCP Elicitation Host contains code of the following packages. Each is under its own licence, which follows its name.\n',
    ...packages.map((shipped) => {
      const license = shipped.license ? ` (${shipped.license})` : '';
      return `${line}\n${titleOf(shipped)}${license}\n\n${shipped.texts.map((text) => text.trim()).join('\n\n')}\n`;
    }),
  ].join('\n');
}

function titleOf({ name, version }: ShippedPackage): string {
  return version ? `${name} ${version}` : name;
}

/** @param folder the folder of an installed package, relative to the project */
async function readPackage(folder: string): Promise<ShippedPackage> {
  const path = join(root, folder);
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    await readFile(join(path, 'package.json'), 'utf8'),
  );
  const { name, version, license } = manifest;
  const files = (await readdir(path)).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readText(join(path, file))));
  return { name, version, ...(license && { license }), texts: texts.length > 0 ? texts : await readLicenseText(name) };
}

/** The packages that are bundled in these published files, according to the comments of their bundler. */
async function copiedInto(paths: readonly string[]): Promise<{ readonly name: string; readonly version: string }[]> {
  const region = /^\/\/#region \S*\/\.pnpm\/[^/]+?@([\d.]+)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm;
  const texts = await Promise.all([...new Set(paths)].map((path) => readText(join(root, path))));
  return texts.flatMap((text) => [...text.matchAll(region)].map(([, version = '', name = '']) => ({ name, version })));
}

/** The notice of a bundled copy, with the version of the copy. Licence and texts are those of the installed package, or from `scripts/licenses`. */
async function readCopy(copy: { readonly name: string; readonly version: string }): Promise<ShippedPackage> {
  const installed = await readPackage(`node_modules/${copy.name}`).catch(() => undefined);
  if (installed) return { ...installed, ...copy };
  const texts = await readLicenseText(copy.name);
  const license = /^MIT License/.test(texts[0] ?? '') ? 'MIT' : undefined;
  return { ...copy, ...(license && { license }), texts };
}

async function readLicenseText(name: string): Promise<readonly string[]> {
  const text = await readText(join(licensesFolder, fileNameOf(name)));
  return text ? [text] : [];
}

function fileNameOf(name: string): string {
  return `${name.replace('/', '+')}.txt`;
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
