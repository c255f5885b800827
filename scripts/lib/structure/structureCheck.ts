import { type FolderRules, folderRuleProblems } from './folderRules.ts';
import { graphOfFolders, inDependencyOrder } from './graph.ts';
import { readModules, sourcePaths } from './modules.ts';
import { type EntryPoints, structureProblems } from './rules.ts';

interface StructureReport {
  /** The number of files that were read. */
  readonly files: number;
  /** One line for each problem. */
  readonly problems: readonly string[];
}

/**
 * Checks all source files of the project at `root` against the rules of structure.
 * @param folderRules by the path of a part of the project, such as `src/core`
 * @throws Error with the file's path if it cannot be parsed or imports a file that does not exist
 */
export function checkStructure(
  root: string,
  entryPoints: EntryPoints = new Map(),
  folderRules: Readonly<Record<string, FolderRules>> = {},
): StructureReport {
  const modules = readModules(root, sourcePaths(root));
  return {
    files: modules.length,
    problems: [...structureProblems(modules, entryPoints), ...folderRuleProblems(modules, folderRules)],
  };
}

/**
 * The folders below `part` in dependency order. Each line has a folder and the folders that it imports.
 * @param part a folder of the project, such as `src/core`
 */
export function folderGraph(root: string, part: string): string {
  const modules = readModules(root, sourcePaths(root)).filter(({ path }) => path.startsWith(`${part}/`));
  const graph = graphOfFolders(modules);
  const order = inDependencyOrder(graph);
  const name = (folder: string) => folder.slice(part.length + 1) || '.';
  return order
    .map((folder) => {
      const imported = order.filter((other) => graph.get(folder)?.has(other)).map(name);
      return `${name(folder)}${imported.length > 0 ? ` -> ${imported.join(', ')}` : ''}`;
    })
    .join('\n');
}
