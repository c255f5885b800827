import { posix } from 'node:path';
import type { Module } from './modules.ts';

/** What imports what: paths of files or of folders. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The files and what they import; without imports of types only, where `values`. */
export function graphOfFiles(modules: readonly Module[], kind: 'all' | 'values' = 'all'): Graph {
  return new Map(
    modules.map(({ path, imports }) => [
      path,
      new Set(imports.filter(({ isType }) => kind === 'all' || !isType).map(({ to }) => to)),
    ]),
  );
}

/** The folders, and the folders that their files import. A folder within another is a folder of its own. */
export function graphOfFolders(modules: readonly Module[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const folder = posix.dirname(path);
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    for (const { to } of imports) if (posix.dirname(to) !== folder) imported.add(posix.dirname(to));
  }
  return graph;
}

/** One circle of each group of nodes that can all reach each other: the shortest through its first node, by name. */
export function circlesOf(graph: Graph): readonly (readonly string[])[] {
  return groupsOf(graph)
    .filter(([first = '', ...others]) => others.length > 0 || graph.get(first)?.has(first))
    .map((group) => {
      const members = new Set(group);
      const start = group.toSorted()[0] ?? '';
      return [...pathBetween(graph, members, start), start];
    });
}

/** The nodes in an order in which each imports only earlier ones, as far as there are no circles. */
export function inDependencyOrder(graph: Graph): readonly string[] {
  return groupsOf(graph).flatMap((group) => group.toSorted());
}

/** Strongly connected components, by Tarjan's algorithm: those that are imported come first. */
function groupsOf(graph: Graph): readonly (readonly string[])[] {
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

/** From `start` back to it, without the last. */
function pathBetween(graph: Graph, members: ReadonlySet<string>, start: string): readonly string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [node];
        for (let at = node; at !== start; ) {
          at = cameFrom.get(at) ?? start;
          path.unshift(at);
        }
        return path;
      }
      if (!members.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return [start];
}
