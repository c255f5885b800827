import { graphOfFolders, inDependencyOrder } from './graph.ts';
import { type Module, readModules, sourcePaths } from './modules.ts';
import { type EntryPoints, structureProblems } from './rules.ts';

export interface StructureReport {
  /** How many files were looked at. */
  readonly files: number;
  /** Each in one line. */
  readonly problems: readonly string[];
}

/** Holds the rules of structure against all source files of the project at `root`. */
export function checkStructure(root: string, entryPoints: EntryPoints): StructureReport {
  const modules = readModules(root, sourcePaths(root));
  return { files: modules.length, problems: structureProblems(modules, entryPoints) };
}

/**
 * The folders below `within` in an order in which each imports only those before it, a line each: the folder, and what it
 * imports.
 */
export function folderGraph(root: string, within: string): string {
  const inside = ({ path }: Pick<Module, 'path'>) => path.startsWith(`${within}/`);
  const graph = graphOfFolders(readModules(root, sourcePaths(root)).filter(inside));
  const name = (folder: string) => folder.slice(within.length + 1) || '.';
  const order = inDependencyOrder(graph);
  return order
    .map((folder) => {
      const imported = order.filter((other) => graph.get(folder)?.has(other)).map(name);
      return `${name(folder)}${imported.length > 0 ? ` -> ${imported.join(', ')}` : ''}`;
    })
    .join('\n');
}
