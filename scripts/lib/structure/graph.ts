import { posix } from 'node:path';
import type { Module } from './modules.ts';

/** Files or folders, by path, with the paths that they import. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The files and the files that they import. `values`: without type-only imports. */
export function graphOfFiles(modules: readonly Module[], imports: 'all' | 'values' = 'all'): Graph {
  return new Map(
    modules.map((module) => [
      module.path,
      new Set(module.imports.filter(({ isType }) => imports === 'all' || !isType).map(({ path }) => path)),
    ]),
  );
}

/** The folders and the folders that their files import. Files of a subfolder do not count as files of the folder. */
export function graphOfFolders(modules: readonly Module[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const folder = posix.dirname(path);
    const importedFolders = graph.get(folder) ?? new Set();
    graph.set(folder, importedFolders);
    for (const imported of imports.map(({ path }) => posix.dirname(path))) {
      if (imported !== folder) importedFolders.add(imported);
    }
  }
  return graph;
}

/**
 * The cycles of the graph: for each group of nodes that import each other, directly or not, the shortest cycle through the
 * node of the group that is the first by name. This node is the first and the last of the cycle.
 */
export function findCycles(graph: Graph): readonly (readonly string[])[] {
  return findGroups(graph)
    .filter(([first = '', ...others]) => others.length > 0 || graph.get(first)?.has(first))
    .map((group) => {
      const members = new Set(group);
      const start = group.toSorted()[0] ?? '';
      return [...shortestCycle(graph, members, start), start];
    });
}

/** The nodes in an order in which each node imports only earlier nodes, except in cycles. */
export function inDependencyOrder(graph: Graph): readonly string[] {
  return findGroups(graph).flatMap((group) => group.toSorted());
}

/** The strongly connected components, by Tarjan's algorithm. Imported components come first. */
function findGroups(graph: Graph): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();

  function visit(node: string): void {
    const index = indices.size;
    indices.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    onStack.add(node);
    for (const next of [...(graph.get(node) ?? [])].toSorted()) {
      // Imports of files outside of the graph are left out.
      if (!graph.has(next)) continue;
      if (!indices.has(next)) visit(next);
      if (onStack.has(next)) {
        lowest.set(node, Math.min(lowest.get(node) ?? index, lowest.get(next) ?? index));
      }
    }
    if (lowest.get(node) !== index) return;
    const group = stack.splice(stack.indexOf(node));
    for (const member of group) onStack.delete(member);
    groups.push(group);
  }

  for (const node of [...graph.keys()].toSorted()) if (!indices.has(node)) visit(node);
  return groups;
}

/** The shortest cycle through `start`: begins with `start`, which is not repeated at the end. */
function shortestCycle(graph: Graph, members: ReadonlySet<string>, start: string): readonly string[] {
  const previous = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [node];
        for (let current = node; current !== start; ) {
          current = previous.get(current) ?? start;
          path.unshift(current);
        }
        return path;
      }
      if (!members.has(next) || previous.has(next)) continue;
      previous.set(next, node);
      queue.push(next);
    }
  }
  return [start];
}
