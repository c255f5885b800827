import { posix } from 'node:path';
import type { Module } from './modules.ts';

/**
 * The folders of a part of the project in dependency order, by their path in the part; `.` is the folder of the part. The
 * values are the other folders that the files of a folder may import.
 */
export type FolderRules = Readonly<Record<string, readonly string[]>>;

/** One line for each import that breaks a rule, and for each rule that is out of date. */
export function folderRuleProblems(
  modules: readonly Module[],
  rulesOfParts: Readonly<Record<string, FolderRules>>,
): readonly string[] {
  return Object.entries(rulesOfParts).flatMap(([part, rules]) => [
    ...rulesAgainstTheOrder(part, rules),
    ...importsAgainstTheRules(modules, part, rules),
  ]);
}

function rulesAgainstTheOrder(part: string, rules: FolderRules): readonly string[] {
  const order = Object.keys(rules);
  return Object.entries(rules).flatMap(([folder, allowed]) =>
    allowed
      .filter((other) => !order.slice(0, order.indexOf(folder)).includes(other))
      .map(
        (other) =>
          `folder rule against the order: ${part}: ${folder} may import ${other}, which is not listed above it. Order the list, or remove ${other}.`,
      ),
  );
}

function importsAgainstTheRules(modules: readonly Module[], part: string, rules: FolderRules): readonly string[] {
  const folderOf = (path: string) => posix.relative(part, posix.dirname(path)) || '.';
  const isInside = (path: string) => path.startsWith(`${part}/`);
  const problems: string[] = [];
  const folders = new Set<string>();
  const needed = new Set<string>();
  for (const { path, imports } of modules.filter((module) => isInside(module.path))) {
    const folder = folderOf(path);
    folders.add(folder);
    for (const to of new Set(imports.map((one) => one.path))) {
      const other = folderOf(to);
      if (!isInside(to) || other === folder) continue;
      needed.add(`${folder} ${other}`);
      if (rules[folder] && !rules[folder].includes(other)) {
        problems.push(
          `import against the rule of its folder: ${path} imports ${to}. Move one of them, or allow ${folder} to import ${other} if that is its job.`,
        );
      }
    }
  }
  for (const folder of folders) {
    if (!rules[folder])
      problems.push(`folder without a rule: ${part}/${folder}. List it below the folders it imports.`);
  }
  for (const [folder, allowed] of Object.entries(rules)) {
    if (!folders.has(folder)) problems.push(`folder rule for nothing: ${part}/${folder} has no file. Remove it.`);
    for (const other of allowed.filter((name) => folders.has(folder) && !needed.has(`${folder} ${name}`))) {
      problems.push(
        `folder rule for nothing: ${part}: ${folder} imports nothing of ${other}. Remove ${other} from its list.`,
      );
    }
  }
  return problems;
}
