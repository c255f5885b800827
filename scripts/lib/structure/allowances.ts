import { posix } from 'node:path';
import type { Module } from './modules.ts';
import { type EntryPoints, entryPointNames, Uses } from './uses.ts';

/** File names that several files may have: one name in all folders, or all names in some folders. */
export type RepeatedFileNames = readonly (
  | { readonly name: string; readonly reason: string }
  | { readonly folders: readonly string[]; readonly reason: string }
)[];

/** Exports of shipped files that only tests may import. */
export type TestOnlyExports = readonly {
  readonly path: string;
  readonly names: readonly string[];
  readonly reason: string;
}[];

/** One line for each file name that repeats without being allowed, and for each allowance without use. */
export function fileNameProblems(modules: readonly Module[], allowed: RepeatedFileNames): readonly string[] {
  const pathsByName = new Map<string, string[]>();
  for (const { path } of modules) {
    // Some file systems ignore case.
    const name = posix.basename(path).toLowerCase();
    pathsByName.set(name, [...(pathsByName.get(name) ?? []), path]);
  }
  const used = new Set<RepeatedFileNames[number]>();
  const problems: string[] = [];
  for (const [name, paths] of pathsByName) {
    if (paths.length < 2) continue;
    const allowance = allowed.find((one) =>
      'name' in one
        ? one.name.toLowerCase() === name
        : paths.every((path) => one.folders.includes(posix.dirname(path))),
    );
    if (allowance) used.add(allowance);
    else {
      problems.push(`file name repeated: ${paths.join(' and ')}. Name each after its subject, or allow ${name}.`);
    }
  }
  for (const one of allowed.filter((allowance) => !used.has(allowance))) {
    const place = 'name' in one ? one.name : one.folders.join(' and ');
    problems.push(`allowed file name for nothing: no name of ${place} is repeated. Remove it from the list.`);
  }
  return problems;
}

/**
 * One line for each export of `src` or `webview` that only tests import without being allowed, and for each allowance
 * without use. A type that its own file uses is no problem: a test may name the type of a parameter.
 */
export function testOnlyExportProblems(
  modules: readonly Module[],
  entryPoints: EntryPoints,
  allowed: TestOnlyExports,
): readonly string[] {
  const uses = new Uses(modules, entryPoints);
  const unneeded = new Set(allowed.flatMap(({ path, names }) => names.map((name) => `${name} of ${path}`)));
  const problems: string[] = [];
  for (const { path, exports } of modules.filter((module) => /^(?:src|webview)\//.test(module.path))) {
    for (const { name, isType, isUsedInFile } of exports) {
      const users = [...uses.usersOf(path, name)];
      const isOnlyTested = users.length > 0 && users.every((user) => user.startsWith('test/'));
      if (!isOnlyTested || (isType && isUsedInFile) || entryPointNames(path, entryPoints).includes(name)) continue;
      if (!unneeded.delete(`${name} of ${path}`)) {
        problems.push(
          `export that only tests import: ${name} in ${path}. Move it to test, test it through its users, or allow it.`,
        );
      }
    }
  }
  for (const one of unneeded) {
    problems.push(`allowed export for nothing: ${one} is not imported by tests only. Remove it from the list.`);
  }
  return problems;
}
