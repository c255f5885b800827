import {
  fileNameProblems,
  type RepeatedFileNames,
  type TestOnlyExports,
  testOnlyExportProblems,
} from './allowances.ts';
import { type FolderRules, folderRuleProblems } from './folderRules.ts';
import { graphOfFolders, inDependencyOrder } from './graph.ts';
import { literalSpreadProblems } from './literalSpreads.ts';
import { readModules, sourcePaths } from './modules.ts';
import { type PartRule, partRuleProblems } from './partRules.ts';
import { structureProblems } from './rules.ts';
import type { EntryPoints } from './uses.ts';

/** What a project allows. */
export interface ProjectRules {
  readonly entryPoints: EntryPoints;
  readonly partRules: readonly PartRule[];
  /** By the path of a part of the project, such as `src/core`. */
  readonly folderRules: Readonly<Record<string, FolderRules>>;
  readonly repeatedFileNames: RepeatedFileNames;
  readonly testOnlyExports: TestOnlyExports;
  /** The folders in which no object literal is spread in another one. */
  readonly withoutLiteralSpreads: readonly string[];
}

interface StructureReport {
  /** The number of files that were read. */
  readonly files: number;
  /** One line for each problem. */
  readonly problems: readonly string[];
}

/** Checks all source files and style sheets of the project at `root` against the rules of structure. */
export function checkStructure(
  root: string,
  {
    entryPoints = new Map(),
    partRules = [],
    folderRules = {},
    repeatedFileNames = [],
    testOnlyExports = [],
    withoutLiteralSpreads = [],
  }: Partial<ProjectRules> = {},
): StructureReport {
  const modules = readModules(root, sourcePaths(root));
  return {
    files: modules.length,
    problems: [
      ...structureProblems(modules, entryPoints),
      ...partRuleProblems(modules, partRules),
      ...folderRuleProblems(modules, folderRules),
      ...fileNameProblems(modules, repeatedFileNames),
      ...testOnlyExportProblems(modules, entryPoints, testOnlyExports),
      ...literalSpreadProblems(modules, withoutLiteralSpreads),
    ],
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
