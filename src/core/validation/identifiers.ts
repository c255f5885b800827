import { isRecord } from '#form/json.ts';

/**
 * A schema without the identifiers of its root. They mean nothing here: nothing is looked up by them, and one that is no
 * usable URI is no reason to check nothing. References that name the root by its identifier become local ones.
 */
export function withoutRootIdentifier(schema: unknown): unknown {
  if (!isRecord(schema) || !Object.hasOwn(schema, '$id')) {
    return schema;
  }
  const { $id: id, ...rest } = schema;
  return typeof id === 'string' && id !== '' ? withLocalReferences(rest, id.replace(/#$/, '')) : rest;
}

function withLocalReferences(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    return value.map((part) => withLocalReferences(part, id));
  }
  if (!isRecord(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isOwn = name === '$ref' && typeof part === 'string' && (part === id || part.startsWith(`${id}#`));
      return [name, isOwn ? part.slice(id.length) || '#' : withLocalReferences(part, id)];
    }),
  );
}
