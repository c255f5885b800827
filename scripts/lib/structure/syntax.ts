import { parse } from '@babel/parser';
import type { Identifier, Node, StringLiteral } from '@babel/types';

/**
 * The syntax tree of a source file.
 * @throws SyntaxError if the text cannot be parsed
 */
export function parseSource(path: string, text: string): Node {
  const plugins: ('typescript' | 'jsx')[] = [];
  if (/\.[cm]?tsx?$/.test(path)) plugins.push('typescript');
  if (/x$/.test(path)) plugins.push('jsx');
  return parse(text, { sourceType: sourceType(path), plugins }).program;
}

function sourceType(path: string): 'commonjs' | 'module' | 'unambiguous' {
  if (path.endsWith('.cjs')) return 'commonjs';
  return path.endsWith('.js') ? 'unambiguous' : 'module';
}

/** Calls `visit` with `node` and with each node below it, in the order of the text. `skip` leaves out the nodes below. */
export function visitNodes(node: Node, visit: (node: Node) => 'skip' | undefined): void {
  if (visit(node) === 'skip') return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visitNodes(child, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;
}

/** The lines of the object literals that are spread in another one. */
export function literalSpreadLines(program: Node): readonly number[] {
  const lines: number[] = [];
  visitNodes(program, (node) => {
    if (node.type === 'ObjectExpression') {
      for (const property of node.properties) {
        const isSpread = property.type === 'SpreadElement';
        if (isSpread && unwrapExpression(property.argument).type === 'ObjectExpression') {
          lines.push(property.loc?.start.line ?? 0);
        }
      }
    }
    return undefined;
  });
  return lines;
}

export function declaredNames(declaration: Node): readonly string[] {
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

/** The properties that an object pattern or an object has: `x` and `y` of `{ x: a, y }`. `all` if one is not known. */
export function propertyNames(node: Node): readonly string[] | 'all' {
  if (node.type !== 'ObjectPattern' && node.type !== 'ObjectExpression') return 'all';
  const names: string[] = [];
  for (const property of node.properties) {
    const name = 'key' in property ? memberName(property.key, property.computed === true) : undefined;
    if (name === undefined) return 'all';
    names.push(name);
  }
  return names;
}

/** The name in `object.name`, `object['name']` and `{ name: value }`; undefined if it is computed. */
export function memberName(property: Node, isComputed: boolean): string | undefined {
  if (property.type === 'Identifier' && !isComputed) return property.name;
  return property.type === 'StringLiteral' ? property.value : undefined;
}

export function nameOf(node: Identifier | StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

/** The expression without `await`, brackets and type assertions. */
export function unwrapExpression(node: Node): Node {
  switch (node.type) {
    case 'AwaitExpression':
      return unwrapExpression(node.argument);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return unwrapExpression(node.expression);
    default:
      return node;
  }
}
