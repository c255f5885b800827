import { type Node, parseTree } from 'jsonc-parser';

/** Where the name of an entry starts in a settings file. */
interface EntryPosition {
  readonly name: string;
  readonly offset: number;
}

/**
 * The entries of an object in a text (JSON with comments), in the order of the text. `path`: the properties that lead to the object.
 * Also reads a text with syntax errors, as it is while the user types. Of properties with the same name the last one counts, as in
 * the editor's settings.
 */
export function entryPositions(text: string, path: readonly string[]): EntryPosition[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const object = path.reduce<Node | undefined>((node, name) => propertiesOf(node).get(name)?.value, root);
  return [...propertiesOf(object)].map(([name, { offset }]) => ({ name, offset })).sort((a, b) => a.offset - b.offset);
}

function propertiesOf(node: Node | undefined): Map<string, { readonly offset: number; readonly value?: Node }> {
  const properties = node?.type === 'object' ? (node.children ?? []) : [];
  return new Map(
    properties.flatMap(({ children: [key, value] = [] }) =>
      typeof key?.value === 'string' ? [[key.value, { offset: key.offset, value }]] : [],
    ),
  );
}
