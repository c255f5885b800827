// ThirdPartyNotices.txt: the packages whose code is in what esbuild made, each with the text of its licence.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './process.mjs';

/** A package of which something is shipped. */
export interface ShippedPackage {
  readonly name: string;
  /** Absent where a package contains a copy without its version. */
  readonly version?: string;
  /** SPDX identifier. */
  readonly license?: string;
  /** The texts of its licence and of its notice; empty when they were not found. */
  readonly texts: readonly string[];
}

/** The file's name, in the project's folder and in the VSIX. */
export const noticesFile = 'ThirdPartyNotices.txt';

/** Texts for packages that are published without theirs: `@scope+name.txt`, as it stands in the package's repository. */
const licenses = join(root, 'scripts/licenses');

/** What is inside a package and no package itself. */
const data: Readonly<Record<string, ShippedPackage & { readonly file: string }>> = {
  tldts: { name: 'Public Suffix List', license: 'MPL-2.0', texts: [], file: 'public-suffix-list.txt' },
};

/** Finds the packages of which code is in the outputs, and those that are copied into a file of such a package. */
export async function shippedPackages(metafiles: readonly Metafile[]): Promise<ShippedPackage[]> {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)))
    .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  const installed = await Promise.all([...folders].map(readPackage));
  const copied = await copiedInto(inputs.filter((path) => path.includes('node_modules/')));
  const own = installed.flatMap(({ name }) => data[name] ?? []);
  const withData = own.map(async ({ file, ...found }) => ({ ...found, texts: [await readText(join(licenses, file))] }));
  const all = [...installed, ...(await Promise.all([...copied.map(readCopy), ...withData]))];
  const byName = new Map(all.map((found) => [`${found.name}@${found.version ?? ''}`, found]));
  return [...byName.values()].sort((a, b) => titleOf(a).localeCompare(titleOf(b), 'en'));
}

/** A sentence for each package that may not be shipped as it is; empty when all may. */
export function noticeProblems(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap((found) => [
    ...(found.license ? [] : [`${titleOf(found)} is shipped and names no licence in its package.json.`]),
    ...(found.texts.some((text) => text.trim() !== '')
      ? []
      : [
          `${titleOf(found)} is shipped and brings no licence text. Put the one of its repository into ` +
            `scripts/licenses/${fileNameOf(found.name)}.`,
        ]),
  ]);
}

/** The text of ThirdPartyNotices.txt. */
export function noticesOf(packages: readonly ShippedPackage[]): string {
  const line = '-'.repeat(80);
  return [
    'MCP Elicitation Host contains code of the following packages. Each is under its own licence, which follows its name.\n',
    ...packages.map((found) => {
      const license = found.license ? ` (${found.license})` : '';
      return `${line}\n${titleOf(found)}${license}\n\n${found.texts.map((text) => text.trim()).join('\n\n')}\n`;
    }),
  ].join('\n');
}

function titleOf({ name, version }: ShippedPackage): string {
  return version ? `${name} ${version}` : name;
}

/** @param folder of an installed package, relative to the project */
async function readPackage(folder: string): Promise<ShippedPackage> {
  const path = join(root, folder);
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    await readFile(join(path, 'package.json'), 'utf8'),
  );
  const { name, version, license } = manifest;
  const files = (await readdir(path)).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readText(join(path, file))));
  return { name, version, ...(license && { license }), texts: texts.length > 0 ? texts : await keptText(name) };
}

/** Packages whose code was bundled into these files before, according to the bundler's comments. */
async function copiedInto(paths: readonly string[]): Promise<{ readonly name: string; readonly version: string }[]> {
  const region = /^\/\/#region \S*\/\.pnpm\/[^/]+?@([\d.]+)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm;
  const texts = await Promise.all([...new Set(paths)].map((path) => readText(join(root, path))));
  return texts.flatMap((text) => [...text.matchAll(region)].map(([, version = '', name = '']) => ({ name, version })));
}

/** The data of a bundled copy: its own version; the rest from the installed package, or from `scripts/licenses`. */
async function readCopy(copy: { readonly name: string; readonly version: string }): Promise<ShippedPackage> {
  const known = await readPackage(`node_modules/${copy.name}`).catch(() => undefined);
  if (known) return { ...known, ...copy };
  const texts = await keptText(copy.name);
  const license = /^MIT License/.test(texts[0] ?? '') ? 'MIT' : undefined;
  return { ...copy, ...(license && { license }), texts };
}

async function keptText(name: string): Promise<readonly string[]> {
  const text = await readText(join(licenses, fileNameOf(name)));
  return text ? [text] : [];
}

function fileNameOf(name: string): string {
  return `${name.replace('/', '+')}.txt`;
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
