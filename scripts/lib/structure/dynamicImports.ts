import type { CallExpression, Node } from '@babel/types';

/** Finds `import('path')`, `require('path')`, and the same for a `require` that `createRequire` made. */
export class DynamicImports {
  /** The relative paths and subpath imports that are computed at run time, each up to its first value. */
  readonly computedPaths = new Set<string>();
  readonly #requireNames = new Set(['require']);

  /** Must be called with each variable, in the order of the text: it can be a function made by `createRequire`. */
  readVariable(name: string, value: Node): void {
    if (value.type !== 'CallExpression' || !isCreateRequire(value)) return;
    if (isOfThisFile(value)) this.#requireNames.add(name);
    else this.#requireNames.delete(name);
  }

  /** The path that `node` imports. Undefined for other nodes, and for a path that is computed at run time. */
  path(node: Node): string | undefined {
    const path = this.#source(node);
    if (path?.type === 'StringLiteral') return path.value;
    if (path?.type !== 'TemplateLiteral') return undefined;
    const start = path.quasis[0]?.value.cooked ?? '';
    if (path.expressions.length === 0) return start;
    if (/^[.#]/.test(start)) this.computedPaths.add(start);
    return undefined;
  }

  #source(node: Node): Node | undefined {
    if (node.type === 'ImportExpression') return node.source;
    if (node.type !== 'CallExpression') return undefined;
    const { callee } = node;
    const isRequire =
      callee.type === 'Identifier'
        ? this.#requireNames.has(callee.name)
        : callee.type === 'CallExpression' && isCreateRequire(callee) && isOfThisFile(callee);
    return isRequire ? node.arguments[0] : undefined;
  }
}

function isCreateRequire({ callee }: CallExpression): boolean {
  return callee.type === 'Identifier' && callee.name === 'createRequire';
}

/** True for `createRequire(import.meta.url)`, and not if it has the path of another file. */
function isOfThisFile({ arguments: [path] }: CallExpression): boolean {
  return path?.type === 'MemberExpression' && path.object.type === 'MetaProperty';
}
