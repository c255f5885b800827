/**
 * The treatment of a JSON Schema keyword in the schema of a form. `read`: the keyword becomes part of the form model, which
 * enforces it. `ignored`: the keyword does not affect which answers are valid. `refused`: the keyword would affect that, and the
 * form model cannot enforce it, so the schema is refused with the keyword's name.
 */
type KeywordTreatment = 'read' | 'ignored' | 'refused';

/** The root schema, or one of its properties (and the `items` of a list). */
export type SchemaLevel = 'root' | 'property';

/** All keywords of draft-07, 2019-09 and 2020-12, with their treatment at the root and in a property. */
const rows: readonly (readonly [keyword: string, root: KeywordTreatment, property: KeywordTreatment])[] = [
  ['type', 'read', 'read'],
  ['properties', 'read', 'refused'],
  ['required', 'read', 'refused'],
  // `true`, `false` and `{}` only, because a form sends named properties only. `readSchema.ts` refuses other values.
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
  // Defined by the MCP specification, not by JSON Schema.
  ['enumNames', 'ignored', 'read'],
  ['const', 'refused', 'read'],
  ['items', 'refused', 'read'],
  ['minItems', 'refused', 'read'],
  ['maxItems', 'refused', 'read'],
  ['uniqueItems', 'refused', 'read'],
  // Read in a property only if they leave a single meaning: see `unwrapProperty`.
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
  // Definitions have no effect until something refers to them.
  ['$defs', 'ignored', 'ignored'],
  ['definitions', 'ignored', 'ignored'],
  ['examples', 'ignored', 'ignored'],
  ['deprecated', 'ignored', 'ignored'],
  ['readOnly', 'ignored', 'ignored'],
  ['writeOnly', 'ignored', 'ignored'],
  // Annotations in 2019-09 and 2020-12, optional assertions before.
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

/** The treatment of a keyword. A keyword that no dialect defines is ignored, as JSON Schema demands. */
export function keywordTreatment(keyword: string, level: SchemaLevel): KeywordTreatment {
  return table.get(keyword)?.[level] ?? 'ignored';
}

/** All keywords of the table. */
export const knownKeywords: ReadonlySet<string> = new Set(table.keys());

/** Advice for the server's author, by refused keyword. */
const advices: Readonly<Record<string, string>> = {
  $dynamicRef: 'write the schema in place',
  $recursiveRef: 'write the schema in place',
  not: 'use an enum or a pattern',
  if: 'ask in a second elicitation',
  dependentSchemas: 'ask in a second elicitation',
  prefixItems: 'put the options in "items"',
};

/** The second half of the message that refuses a keyword. */
export function refusalAdvice(keyword: string, level: SchemaLevel): string {
  const advice = Object.hasOwn(advices, keyword) ? advices[keyword] : undefined;
  const generalAdvice = level === 'root' ? 'list plain properties' : 'use the keywords of plain fields';
  return `"${keyword}" is not supported; ${advice ?? generalAdvice}.`;
}
