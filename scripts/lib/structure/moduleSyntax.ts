import type {
  AssignmentExpression,
  CallExpression,
  ExportNamedDeclaration,
  ImportDeclaration,
  Node,
  VariableDeclarator,
} from '@babel/types';
import { DynamicImports } from './dynamicImports.ts';
import { declaredNames, memberName, nameOf, propertyNames, unwrapExpression, visitNodes } from './syntax.ts';

type Names = readonly string[] | 'all';

interface ImportSyntax {
  /** As in the text, packages included. */
  readonly specifier: string;
  readonly names: Names;
  readonly isType: boolean;
  readonly isReexport: boolean;
}

interface ExportSyntax {
  readonly name: string;
  readonly isType: boolean;
  readonly isUsedInFile: boolean;
  readonly source?: NameInFile | undefined;
}

interface NameInFile {
  readonly specifier: string;
  readonly name: string;
}

/** A local name of an import. The imported name `*` stands for the whole file (`import * as name`). */
interface Binding extends NameInFile {
  readonly local: string;
  readonly isType: boolean;
}

/** The imports and exports of a syntax tree: of ES modules and of CommonJS, static and dynamic. */
export class ModuleSyntax {
  readonly #imports: ImportSyntax[] = [];
  readonly #exports: { name: string; local: string; isType: boolean; source?: NameInFile }[] = [];
  readonly #bindings: Binding[] = [];
  /** How often each identifier occurs, without imports, re-exports and names of properties. */
  readonly #uses = new Map<string, number>();
  /** The used members of each identifier. */
  readonly #members = new Map<string, Set<string>>();
  /** The dynamic imports that are read. */
  readonly #known = new Set<Node>();
  readonly #dynamicImports = new DynamicImports();

  constructor(program: Node) {
    visitNodes(program, (node) => this.#visit(node));
  }

  /** The relative paths and subpath imports that are computed at run time, each up to its first value. */
  get computedPaths(): ReadonlySet<string> {
    return this.#dynamicImports.computedPaths;
  }

  imports(): readonly ImportSyntax[] {
    const reexported = new Set(this.#exports.map(({ local }) => local));
    const ofBindings = this.#bindings.map(({ local, specifier, name, isType }) => ({
      specifier,
      isType,
      isReexport: reexported.has(local) && this.#useCount(local) === 0 && !this.#members.has(local),
      names: name === '*' ? this.#namespaceNames(local) : [name],
    }));
    return [...this.#imports, ...ofBindings];
  }

  exports(): readonly ExportSyntax[] {
    return this.#exports.map(({ name, local, isType, source }) => ({
      name,
      isType,
      isUsedInFile: this.#useCount(local) > 1,
      source: source ?? this.#bindings.find((binding) => binding.local === local),
    }));
  }

  #visit(node: Node): 'skip' | undefined {
    switch (node.type) {
      case 'ImportDeclaration':
        this.#addImport(node);
        return 'skip';
      case 'ExportAllDeclaration':
        this.#addReexport({ specifier: node.source.value, name: '*' }, '*', node.exportKind === 'type');
        return 'skip';
      case 'ExportDefaultDeclaration':
        this.#addExport('default', '', false);
        return undefined;
      case 'ExportNamedDeclaration':
        return this.#addExports(node);
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference') {
          const { value } = node.moduleReference.expression;
          this.#bindings.push({ local: node.id.name, specifier: value, name: '*', isType: false });
          return 'skip';
        }
        return undefined;
      case 'VariableDeclarator':
        this.#readDeclarator(node);
        return undefined;
      case 'ExpressionStatement':
        this.#addDynamic(node.expression, []);
        return undefined;
      case 'CallExpression':
        this.#readThen(node);
        this.#addDynamic(node, 'all');
        return undefined;
      case 'ImportExpression':
        this.#addDynamic(node, 'all');
        return undefined;
      case 'TSImportType':
        this.#addImportType(node.source.value, node.qualifier ? firstName(node.qualifier) : undefined);
        return undefined;
      case 'AssignmentExpression':
        this.#readCommonJsExport(node);
        return undefined;
      case 'ObjectProperty':
        if (!node.computed && node.key.type === 'Identifier') this.#count(node.key.name, -1);
        return undefined;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        this.#readMember(node.object, node.property, node.computed);
        return undefined;
      case 'TSQualifiedName':
        this.#readMember(node.left, node.right, false);
        return undefined;
      case 'Identifier':
        this.#count(node.name, 1);
        return this.#readTypeOfImport(node.name, node.typeAnnotation);
      default:
        return undefined;
    }
  }

  #addImport({ source, specifiers, importKind }: ImportDeclaration): void {
    const specifier = source.value;
    if (specifiers.length === 0) {
      this.#imports.push({ specifier, names: [], isType: importKind === 'type', isReexport: false });
    }
    const hasValue = specifiers.some((one) => !('importKind' in one && one.importKind === 'type'));
    for (const one of specifiers) {
      this.#bindings.push({
        local: one.local.name,
        specifier,
        isType: importKind === 'type' || !hasValue,
        name: importedName(one),
      });
    }
  }

  #addExports({ declaration, specifiers, source, exportKind }: ExportNamedDeclaration): 'skip' | undefined {
    if (declaration) {
      const isType = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].includes(declaration.type);
      for (const name of declaredNames(declaration)) this.#addExport(name, name, isType);
      return undefined;
    }
    for (const one of specifiers) {
      const isType = exportKind === 'type' || (one.type === 'ExportSpecifier' && one.exportKind === 'type');
      const local = one.type === 'ExportSpecifier' ? nameOf(one.local) : '*';
      const name = nameOf(one.exported);
      if (source) this.#addReexport({ specifier: source.value, name: local }, name, isType);
      else this.#addExport(name, local, isType);
    }
    return 'skip';
  }

  #addExport(name: string, local: string, isType: boolean): void {
    if (!this.#exports.some((exported) => exported.name === name)) this.#exports.push({ name, local, isType });
  }

  #addReexport(source: NameInFile, name: string, isType: boolean): void {
    this.#exports.push({ name, local: '', isType: false, source });
    const names = source.name === '*' ? 'all' : [source.name];
    this.#imports.push({ specifier: source.specifier, names, isType, isReexport: true });
  }

  #addImportType(specifier: string, name: string | undefined): void {
    this.#imports.push({ specifier, names: name === undefined ? 'all' : [name], isType: true, isReexport: false });
  }

  /** Reads `const name: typeof import('path')`: the used names are the members of the variable. */
  #readTypeOfImport(local: string, annotation: Node | null | undefined): 'skip' | undefined {
    const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
    if (type?.type !== 'TSTypeQuery' || type.exprName.type !== 'TSImportType' || type.exprName.qualifier) return;
    this.#addNamespace(local, type.exprName.source.value, true);
    return 'skip';
  }

  #readDeclarator({ id, init }: VariableDeclarator): void {
    if (!init) return;
    const value = unwrapExpression(init);
    if (id.type === 'Identifier') {
      this.#dynamicImports.readVariable(id.name, value);
      if (value !== init || value.type !== 'ImportExpression') this.#readNamespace(id.name, value);
    } else if (value.type === 'Identifier') {
      this.#addMembers(value.name, propertyNames(id));
    } else {
      // A function that passes an import on, such as `await withTimeout(import('path'))`, resolves to the imported file.
      const passed = value.type === 'CallExpression' && init.type === 'AwaitExpression' ? value.arguments : [];
      for (const node of [value, ...passed]) this.#addDynamic(node, propertyNames(id));
    }
  }

  /** Reads `import('path').then(({ name }) => ...)`. */
  #readThen({ callee, arguments: values }: CallExpression): void {
    if (callee.type !== 'MemberExpression' || memberName(callee.property, callee.computed) !== 'then') return;
    const [callback] = values;
    if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return;
    const [parameter] = callback.params;
    if (!parameter) this.#addDynamic(callee.object, []);
    else if (parameter.type === 'Identifier') this.#readNamespace(parameter.name, callee.object);
    else this.#addDynamic(callee.object, propertyNames(parameter));
  }

  #readNamespace(local: string, node: Node): void {
    const specifier = this.#dynamicImports.path(node);
    if (specifier === undefined || this.#known.has(node)) return;
    this.#known.add(node);
    this.#addNamespace(local, specifier, false);
  }

  /** Adds a variable or parameter that holds a whole file. */
  #addNamespace(local: string, specifier: string, isType: boolean): void {
    // The declaration of the variable is not a use.
    this.#count(local, -1);
    this.#bindings.push({ local, specifier, name: '*', isType });
  }

  #addDynamic(node: Node, names: Names): void {
    const value = unwrapExpression(node);
    const specifier = this.#dynamicImports.path(value);
    if (specifier === undefined || this.#known.has(value)) return;
    this.#known.add(value);
    this.#imports.push({ specifier, names, isType: false, isReexport: false });
  }

  /** Reads `exports.name = value`, `module.exports.name = value` and `module.exports = { name }`. */
  #readCommonJsExport({ left, right }: AssignmentExpression): void {
    if (left.type !== 'MemberExpression') return;
    const name = memberName(left.property, left.computed);
    const isExports = (node: Node) =>
      (node.type === 'Identifier' && node.name === 'exports') ||
      (node.type === 'MemberExpression' &&
        isModule(node.object) &&
        memberName(node.property, node.computed) === 'exports');
    if (isExports(left)) {
      const names = propertyNames(right);
      for (const property of names === 'all' ? [] : names) this.#addExport(property, '', false);
    } else if (isExports(left.object) && name !== undefined) this.#addExport(name, '', false);
  }

  #readMember(object: Node, property: Node, isComputed: boolean): void {
    const name = memberName(property, isComputed);
    if (property.type === 'Identifier' && !isComputed) this.#count(property.name, -1);
    if (object.type === 'Identifier') this.#addMembers(object.name, name === undefined ? 'all' : [name]);
    else if (name !== undefined && object.type !== 'ImportExpression') this.#addDynamic(object, [name]);
  }

  #addMembers(local: string, names: Names): void {
    if (names === 'all') return;
    this.#count(local, -1);
    this.#members.set(local, new Set([...(this.#members.get(local) ?? []), ...names]));
  }

  /** The used members of a namespace import. `all` if it is also used as a whole. */
  #namespaceNames(local: string): Names {
    return this.#useCount(local) > 0 ? 'all' : [...(this.#members.get(local) ?? [])];
  }

  #count(name: string, by: number): void {
    this.#uses.set(name, this.#useCount(name) + by);
  }

  #useCount(name: string): number {
    return this.#uses.get(name) ?? 0;
  }
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
}

function firstName(name: Node): string | undefined {
  if (name.type === 'TSQualifiedName') return firstName(name.left);
  return name.type === 'Identifier' ? name.name : undefined;
}

function isModule(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'module';
}
