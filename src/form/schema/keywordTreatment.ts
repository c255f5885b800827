/**
 * What becomes of each keyword of JSON Schema in a schema that a server sends for a form. `read`: it makes the form, and
 * what the form enforces. `ignored`: it says nothing about which answers are right. `refused`: it would decide about
 * answers, and no form keeps it, so the schema is refused and the keyword is named.
 */
type KeywordTreatment = 'read' | 'ignored' | 'refused';

/** The schema itself, or one of its properties (the `items` of a list are a property of their own). */
export type SchemaLevel = 'root' | 'property';

/** Every keyword of the dialects draft-07, 2019-09 and 2020-12: at the root, and in a property. */
const rows: readonly (readonly [keyword: string, root: KeywordTreatment, property: KeywordTreatment])[] = [
  ['type', 'read', 'read'],
  ['properties', 'read', 'refused'],
  ['required', 'read', 'refused'],
  // `true`, `false` and `{}`: the form sends only what is named. Another schema is refused where it is read.
  ['additionalProperties', 'read', 'refused'],

  ['title', 'ignored', 'read'],
  ['description', 'ignored', 'read'],
  ['default', 'ignored', 'read'],

  ['minLength', 'refused', 'read'],
  ['maxLength', 'refused', 'read'],
  ['pattern', 'refused', 'read'],
  ['format', 'refused', 'read'],
  ['minimum', 'refused', 'read'],
  ['maximum', 'refused', 'read'],
  ['exclusiveMinimum', 'refused', 'read'],
  ['exclusiveMaximum', 'refused', 'read'],
  ['multipleOf', 'refused', 'read'],
  ['enum', 'refused', 'read'],
  // Of no dialect, but of the MCP specification.
  ['enumNames', 'ignored', 'read'],
  ['const', 'refused', 'read'],
  ['items', 'refused', 'read'],
  ['minItems', 'refused', 'read'],
  ['maxItems', 'refused', 'read'],
  ['uniqueItems', 'refused', 'read'],
  // In a property only where they have one plain meaning: see `plainProperty`.
  ['$ref', 'refused', 'read'],
  ['allOf', 'refused', 'read'],
  ['anyOf', 'refused', 'read'],
  ['oneOf', 'refused', 'read'],

  ['$id', 'ignored', 'ignored'],
  ['$schema', 'ignored', 'ignored'],
  ['$anchor', 'ignored', 'ignored'],
  ['$dynamicAnchor', 'ignored', 'ignored'],
  ['$recursiveAnchor', 'ignored', 'ignored'],
  ['$vocabulary', 'ignored', 'ignored'],
  ['$comment', 'ignored', 'ignored'],
  // Definitions say nothing until something refers to them.
  ['$defs', 'ignored', 'ignored'],
  ['definitions', 'ignored', 'ignored'],
  ['examples', 'ignored', 'ignored'],
  ['deprecated', 'ignored', 'ignored'],
  ['readOnly', 'ignored', 'ignored'],
  ['writeOnly', 'ignored', 'ignored'],
  // Annotations in 2019-09 and 2020-12, and optional before.
  ['contentEncoding', 'ignored', 'ignored'],
  ['contentMediaType', 'ignored', 'ignored'],
  ['contentSchema', 'ignored', 'ignored'],

  ['$dynamicRef', 'refused', 'refused'],
  ['$recursiveRef', 'refused', 'refused'],
  ['not', 'refused', 'refused'],
  ['if', 'refused', 'refused'],
  ['then', 'refused', 'refused'],
  ['else', 'refused', 'refused'],
  ['dependencies', 'refused', 'refused'],
  ['dependentRequired', 'refused', 'refused'],
  ['dependentSchemas', 'refused', 'refused'],
  ['patternProperties', 'refused', 'refused'],
  ['propertyNames', 'refused', 'refused'],
  ['unevaluatedProperties', 'refused', 'refused'],
  ['minProperties', 'refused', 'refused'],
  ['maxProperties', 'refused', 'refused'],
  ['prefixItems', 'refused', 'refused'],
  ['additionalItems', 'refused', 'refused'],
  ['unevaluatedItems', 'refused', 'refused'],
  ['contains', 'refused', 'refused'],
  ['minContains', 'refused', 'refused'],
  ['maxContains', 'refused', 'refused'],
];

const table = new Map(rows.map(([keyword, root, property]) => [keyword, { root, property }]));

/** A word that no dialect defines decides nothing, by JSON Schema's own rule, and is ignored. */
export function keywordTreatment(keyword: string, level: SchemaLevel): KeywordTreatment {
  return table.get(keyword)?.[level] ?? 'ignored';
}

/** Every keyword of the table. */
export const knownKeywords: ReadonlySet<string> = new Set(table.keys());

/** What a server could write in the place of a keyword that is refused. */
const instead: Readonly<Record<string, string>> = {
  $dynamicRef: 'write the schema in place',
  $recursiveRef: 'write the schema in place',
  not: 'use an enum or a pattern',
  if: 'ask in a second elicitation',
  dependentSchemas: 'ask in a second elicitation',
  prefixItems: 'put the options in "items"',
};

/** The end of a sentence that refuses a keyword. */
export function refusalAdvice(keyword: string, level: SchemaLevel): string {
  const advice = Object.hasOwn(instead, keyword) ? instead[keyword] : undefined;
  const plain = level === 'root' ? 'list plain properties' : 'use the keywords of plain fields';
  return `"${keyword}" is not supported; ${advice ?? plain}.`;
}
