import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { ModuleSyntax } from './moduleSyntax.ts';
import { literalSpreadLines, parseSource } from './syntax.ts';

/** An import or a re-export of another file of the project. */
interface Import {
  /** Relative to the project's root, with slashes. */
  readonly path: string;
  /** As in the text. */
  readonly specifier: string;
  /** `all` if the used names are unknown. */
  readonly names: readonly string[] | 'all';
  /** True if type stripping removes it. */
  readonly isType: boolean;
  /** True if the file only exports the names again. */
  readonly isReexport: boolean;
}

/** An exported name of a file. */
interface Export {
  /** `default` for the default export, `*` for `export * from`. */
  readonly name: string;
  /** True for interfaces and type aliases. */
  readonly isType: boolean;
  readonly isUsedInFile: boolean;
  /** The file, and the name in it, that a re-export exports again. The name `*` stands for all names of the file. */
  readonly origin?: { readonly path: string; readonly name: string } | undefined;
}

/** A source file of the project, with its imports and exports. Style sheets have none. */
export interface Module {
  /** Relative to the project's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** The imported packages and modules of Node, as in the text, and every other path that does not begin with `.` or `#`. */
  readonly packages: readonly string[];
  readonly exports: readonly Export[];
  /** The lines of object literals that are spread in another one. */
  readonly literalSpreads: readonly number[];
  /** One line for each reason why the imports and exports are not complete. */
  readonly problems: readonly string[];
}

const sourcePattern = /\.(?:[cm]?[jt]sx?|css)$/;

/**
 * The paths, relative to `root`, of all source files and style sheets that git tracks, or that are untracked and not
 * ignored.
 */
export function sourcePaths(root: string): readonly string[] {
  const gitFiles = (...options: readonly string[]) =>
    execFileSync('git', ['ls-files', ...options, '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split(
      '\0',
    );
  const deleted = new Set(gitFiles('--deleted'));
  return gitFiles('--cached', '--others', '--exclude-standard', '--deduplicate')
    .filter((path) => sourcePattern.test(path) && !deleted.has(path))
    .sort();
}

/** Reads the files. Imports are resolved as by Node and by the compiler: relative paths, and subpath imports of package.json. */
export function readModules(root: string, paths: readonly string[]): readonly Module[] {
  return paths.map((path) => readModule(root, path));
}

function readModule(root: string, path: string): Module {
  const text = readFileSync(join(root, path), 'utf8');
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const module: Module = { path, lines, imports: [], packages: [], exports: [], literalSpreads: [], problems: [] };
  if (path.endsWith('.css')) return module;
  let syntax: ModuleSyntax;
  let literalSpreads: readonly number[];
  try {
    const program = parseSource(path, text);
    syntax = new ModuleSyntax(program);
    literalSpreads = literalSpreadLines(program);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { ...module, problems: [`file that cannot be parsed: ${path}: ${reason}. Correct it.`] };
  }
  const { resolve } = createRequire(join(root, path));
  const problems = new Set<string>();

  const packages = new Set<string>();

  function resolvePath(specifier: string): string | undefined {
    if (!/^[.#]/.test(specifier)) {
      packages.add(specifier);
      return undefined;
    }
    try {
      return relative(root, resolve(specifier)).split(sep).join('/');
    } catch {
      problems.add(
        `import of a file that does not exist: ${path} imports ${specifier}. Correct the path, or delete the import.`,
      );
      return undefined;
    }
  }

  const imports = syntax.imports().flatMap((imported) => {
    const to = resolvePath(imported.specifier);
    return to === undefined ? [] : [{ path: to, ...imported }];
  });
  const exports = syntax.exports().map(({ source, ...exported }) => {
    const from = source && resolvePath(source.specifier);
    return { ...exported, origin: from === undefined ? undefined : { path: from, name: source?.name ?? '*' } };
  });
  if (/^\/\/\/\s*<reference\b/m.test(text)) {
    problems.add(`reference directive: ${path}. Import what it needs, so that this check can follow it.`);
  }
  for (const computed of syntax.computedPaths) {
    problems.add(
      `import of a computed path: ${path} imports ${computed}. Write the whole path, so that this check can follow it.`,
    );
  }
  return { path, lines, imports, packages: [...packages], exports, literalSpreads, problems: [...problems] };
}
