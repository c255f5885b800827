import type { Module } from './modules.ts';

/** What the files of a part of the project may import, in addition to each other. */
export interface PartRule {
  /** Folders or files of the project. */
  readonly paths: readonly string[];
  /** Paths of other parts. */
  readonly parts: readonly string[];
  /** Packages, each with its subpaths. `node:` stands for all modules of Node. */
  readonly packages: readonly string[];
}

/**
 * One line for each import that breaks the rule of its part, for each path from one folder of a part to another that is no
 * subpath import, and for each file beside the parts.
 */
export function partRuleProblems(modules: readonly Module[], rules: readonly PartRule[]): readonly string[] {
  const roots = new Set(rules.flatMap(({ paths }) => paths.map((path) => path.split('/')[0])));
  return modules
    .filter(({ path }) => !path.endsWith('.css') && roots.has(path.split('/')[0]))
    .flatMap((module) => {
      const rule = rules.find(({ paths }) => isBelow(module.path, paths));
      return rule
        ? problemsOf(module, rule)
        : [`file in no part: ${module.path}. Move it to a part, or give its part a rule.`];
    });
}

function problemsOf({ path, imports, packages }: Module, rule: PartRule): readonly string[] {
  const files = imports.map(({ path: to }) => to).filter((to) => !isBelow(to, [...rule.paths, ...rule.parts]));
  const parentPaths = imports.map(({ specifier }) => specifier).filter((specifier) => /(?:^|\/)\.\.\//.test(specifier));
  const foreignPackages = packages.filter((name) => !isPackageOf(name, rule.packages));
  const foreign = [...new Set([...files, ...foreignPackages])].map(
    (to) =>
      `import against the rule of its part: ${path} imports ${to}; ${rule.paths.join(', ')} may import ${[...rule.parts, ...rule.packages].join(', ')}. Move the code to a part that may.`,
  );
  return [
    ...foreign,
    ...parentPaths.map(
      (to) => `path through a parent folder: ${path} imports ${to}. Write a subpath import, such as #core/....`,
    ),
  ];
}

function isBelow(path: string, parts: readonly string[]): boolean {
  return parts.some((part) => path === part || path.startsWith(`${part}/`));
}

function isPackageOf(specifier: string, packages: readonly string[]): boolean {
  return packages.some((name) =>
    name === 'node:' ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
}
