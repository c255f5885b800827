import { posix } from 'node:path';
import { findCycles, graphOfFiles, graphOfFolders } from './graph.ts';
import type { Module } from './modules.ts';
import { type EntryPoints, entryPointNames, Uses } from './uses.ts';

const maxFiles = 25;
const maxLines = 300;

/** One line for each break of a rule of structure: the rule, the place, and what to do. */
export function structureProblems(modules: readonly Module[], entryPoints: EntryPoints): readonly string[] {
  return [
    ...modules.flatMap(({ problems }) => problems),
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

/** A re-export is the same as what it exports again: it is a repetition only if another thing has its name. */
function repeatedNames(modules: readonly Module[], entryPoints: EntryPoints): readonly string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  /** The paths by origin, by name. */
  const byName = new Map<string, Map<string, string>>();
  for (const { path, exports } of modules) {
    const ignored = ['default', '*', ...entryPointNames(path, entryPoints)];
    for (const { name } of exports) {
      if (ignored.includes(name)) continue;
      const [originPath, originName] = originOf(byPath, path, name);
      const paths = byName.get(name) ?? new Map();
      paths.set(`${originPath} ${originName}`, originName === name ? originPath : path);
      byName.set(name, paths);
    }
  }
  return [...byName]
    .filter(([, paths]) => paths.size > 1)
    .map(
      ([name, paths]) => `name exported twice: ${name} in ${[...paths.values()].join(' and ')}. Rename all but one.`,
    );
}

/** The path of the file that declares the export, and its name there. */
function originOf(
  modules: ReadonlyMap<string, Module>,
  path: string,
  name: string,
  seen: ReadonlySet<string> = new Set(),
): readonly [path: string, name: string] {
  const key = `${path} ${name}`;
  const origin = modules.get(path)?.exports.find((exported) => exported.name === name)?.origin;
  return origin && !seen.has(key) ? originOf(modules, origin.path, origin.name, new Set([...seen, key])) : [path, name];
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
  const uses = new Uses(modules, entryPoints);
  return modules.flatMap(({ path, exports }) =>
    exports
      .filter(({ name }) => uses.usersOf(path, name).size === 0)
      .map(({ name }) => `export that nothing imports: ${name} in ${path}. Make it private, or delete it.`),
  );
}
