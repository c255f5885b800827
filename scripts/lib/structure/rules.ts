import { posix } from 'node:path';
import { findCycles, graphOfFiles, graphOfFolders } from './graph.ts';
import type { Module } from './modules.ts';

const maxFiles = 25;
const maxLines = 300;

/** Exports that no import names, such as `activate`, by a pattern of the paths of their files. */
export type EntryPoints = ReadonlyMap<RegExp, readonly string[]>;

/** One line for each break of a rule of structure: the rule, the place, and what to do. */
export function structureProblems(modules: readonly Module[], entryPoints: EntryPoints): readonly string[] {
  return [
    ...cycles(modules),
    ...repeatedNames(modules, entryPoints),
    ...largeFolders(modules),
    ...longFiles(modules),
    ...unusedExports(modules, entryPoints),
  ];
}

function cycles(modules: readonly Module[]): readonly string[] {
  const byValue = findCycles(graphOfFiles(modules, 'values'));
  const byType = findCycles(graphOfFiles(modules));
  const ofFolders = findCycles(graphOfFolders(modules));
  const cycleText = (cycle: readonly string[]) => cycle.join(' -> ');
  return [
    ...byValue.map((cycle) => `cycle of imports: ${cycleText(cycle)}. Move what both need to a file of its own.`),
    ...byType
      .filter((cycle) => !byValue.some(([first]) => first === cycle[0]))
      .map((cycle) => `cycle of types: ${cycleText(cycle)}. Move the types that both need to a file of their own.`),
    ...ofFolders.map((cycle) => `cycle of folders: ${cycleText(cycle)}. Move the file that imports back.`),
  ];
}

function repeatedNames(modules: readonly Module[], entryPoints: EntryPoints): readonly string[] {
  const pathsByName = new Map<string, string[]>();
  for (const { path, exports } of modules) {
    const ignored = ['default', ...entryPointNames(path, entryPoints)];
    for (const name of new Set(exports)) {
      if (!ignored.includes(name)) pathsByName.set(name, [...(pathsByName.get(name) ?? []), path]);
    }
  }
  return [...pathsByName]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `name exported twice: ${name} in ${paths.join(' and ')}. Rename all but one.`);
}

function largeFolders(modules: readonly Module[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of modules) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(
      ([folder, count]) => `folder too large: ${folder} has ${count} files, at most ${maxFiles}. Divide it by subject.`,
    );
}

function longFiles(modules: readonly Module[]): readonly string[] {
  return modules
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `file too long: ${path} has ${lines} lines, at most ${maxLines}. Divide it by subject.`);
}

function unusedExports(modules: readonly Module[], entryPoints: EntryPoints): readonly string[] {
  const used = new Map<string, Set<string> | 'all'>();
  for (const { path: to, names } of modules.flatMap(({ imports }) => imports)) {
    const before = used.get(to) ?? new Set();
    used.set(to, before === 'all' || names === 'all' ? 'all' : new Set([...before, ...names]));
  }
  return modules.flatMap(({ path, exports }) => {
    const imported = used.get(path) ?? new Set();
    const entry = entryPointNames(path, entryPoints);
    if (imported === 'all') return [];
    return exports
      .filter((name) => !imported.has(name) && !entry.includes(name))
      .map((name) => `export that nothing imports: ${name} in ${path}. Make it private, or delete it.`);
  });
}

function entryPointNames(path: string, entryPoints: EntryPoints): readonly string[] {
  return [...entryPoints].filter(([pattern]) => pattern.test(path)).flatMap(([, names]) => names);
}
