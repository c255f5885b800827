import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { parse } from '@babel/parser';
import type { Identifier, ImportDeclaration, Node, StringLiteral } from '@babel/types';

/** An import or a re-export of another file of the project. */
interface Import {
  /** Relative to the project's root, with slashes. */
  readonly path: string;
  /** `all` if the used names are unknown. */
  readonly names: readonly string[] | 'all';
  /** True if type stripping removes it. */
  readonly isType: boolean;
}

/** A source file of the project, with its imports and exports. */
export interface Module {
  /** Relative to the project's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** The names that the file exports, `default` included, without re-exports `from` other files. */
  readonly exports: readonly string[];
}

const sourcePattern = /\.(?:ts|mjs|cjs)$/;

/** The paths, relative to `root`, of all source files that git tracks, or that are untracked and not ignored. */
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

/**
 * Reads the files. Imports are resolved as by Node and by the compiler: relative paths, and subpath imports of package.json.
 * @throws Error with the file's path if it cannot be parsed or imports a file that does not exist
 */
export function readModules(root: string, paths: readonly string[]): readonly Module[] {
  return paths.map((path) => readModule(root, path));
}

function readModule(root: string, path: string): Module {
  const text = readFileSync(join(root, path), 'utf8');
  const { resolve } = createRequire(join(root, path));
  const imports: Import[] = [];
  const exports: string[] = [];
  /** The local names of namespace imports (`import * as name`), with the members that are used. */
  const namespaces = new Map<
    string,
    { readonly specifier: string; readonly isType: boolean; readonly members: Set<string> }
  >();

  function add(specifier: string, names: Import['names'], isType: boolean): void {
    if (!/^[.#]/.test(specifier)) return;
    try {
      imports.push({ path: relative(root, resolve(specifier)).split(sep).join('/'), names, isType });
    } catch {
      throw new Error(`${path}: the imported file "${specifier}" does not exist`);
    }
  }

  function addImport({ source, specifiers, importKind }: ImportDeclaration): void {
    const names: string[] = [];
    let isType = importKind === 'type' || specifiers.length > 0;
    for (const specifier of specifiers) {
      const ofType = importKind === 'type' || (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type');
      isType &&= ofType;
      if (specifier.type === 'ImportNamespaceSpecifier') {
        namespaces.set(specifier.local.name, { specifier: source.value, isType: ofType, members: new Set() });
      } else {
        names.push(specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default');
      }
    }
    if (names.length > 0 || specifiers.length === 0) add(source.value, names, isType);
  }

  visitNodes(parseFile(path, text), (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        return addImport(node);
      case 'ExportAllDeclaration':
        return add(node.source.value, 'all', node.exportKind === 'type');
      case 'ExportDefaultDeclaration':
        return exports.push('default');
      case 'ExportNamedDeclaration':
        if (node.declaration) exports.push(...declaredNames(node.declaration));
        for (const specifier of node.specifiers) {
          const isType =
            node.exportKind === 'type' || (specifier.type === 'ExportSpecifier' && specifier.exportKind === 'type');
          if (!node.source) exports.push(nameOf(specifier.exported));
          else add(node.source.value, specifier.type === 'ExportSpecifier' ? [nameOf(specifier.local)] : 'all', isType);
        }
        return;
      case 'ImportExpression':
        if (node.source.type === 'StringLiteral') add(node.source.value, 'all', false);
        return;
      case 'TSImportType':
        return add(node.source.value, 'all', true);
      case 'MemberExpression':
        if (node.object.type === 'Identifier' && node.property.type === 'Identifier') {
          namespaces.get(node.object.name)?.members.add(node.property.name);
        }
        return;
      case 'TSQualifiedName':
        if (node.left.type === 'Identifier') namespaces.get(node.left.name)?.members.add(node.right.name);
    }
  });
  for (const { specifier, isType, members } of namespaces.values()) {
    add(specifier, members.size > 0 ? [...members] : 'all', isType);
  }
  return { path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), imports, exports };
}

function parseFile(path: string, text: string): Node {
  try {
    return parse(text, {
      sourceType: path.endsWith('.cjs') ? 'commonjs' : 'module',
      plugins: path.endsWith('.ts') ? ['typescript'] : [],
    }).program;
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Calls `visit` with `node` and with each node below `node`, in the order of the text. */
function visitNodes(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visitNodes(child, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;
}

function declaredNames(declaration: Node): readonly string[] {
  if (declaration.type !== 'VariableDeclaration') {
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
  }
  return declaration.declarations.flatMap(({ id }) => boundNames(id));
}

/** The names that a pattern binds: `a` and `b` of `{ x: a, y: [b] }`. */
function boundNames(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((p) => boundNames(p.type === 'RestElement' ? p.argument : p.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}

function nameOf(node: Identifier | StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}
