type Json = Record<string, unknown>;

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });

/** Entries p0, p1, ... until their JSON has about `size` characters. */
function fillObject(size: number, make: (index: number) => Json): Json {
  const out: Json = {};
  for (let written = 0, index = 0; written < size; index += 1) {
    const value = make(index);
    written += JSON.stringify(value).length + 8;
    out[`p${index}`] = value;
  }
  return out;
}

/** Definitions d0 to dn, each of which refers to the next one so often below a keyword. */
function chain(length: number, next: (reference: Json) => Json): Json {
  const entries = Array.from({ length }, (_, index) => [`d${index}`, next({ $ref: `#/$defs/d${index + 1}` })]);
  return Object.fromEntries([...entries, [`d${length}`, { type: 'string' }]]);
}

const twice = (keyword: string) => (reference: Json) => ({ [keyword]: [reference, reference] });
const first = { $ref: '#/$defs/d0' };

function nestedAllOf(depth: number): Json {
  let schema: Json = { type: 'string' };
  for (let level = 0; level < depth; level += 1) {
    schema = { allOf: [schema] };
  }
  return schema;
}

/** Properties that refer to one definition, which has alternatives. */
const alternatives = (size: number, properties: number, required: number): Json => {
  const names = Array.from({ length: required }, (_, index) => `r${index}`);
  const shared = fillObject(properties * 22, () => first);
  const anyOf = Object.values(fillObject(size, (index) => ({ required: [...names, `x${index}`], title: `${index}` })));
  return object(shared, {
    $defs: { d0: { type: 'object', anyOf, properties: shared, required: Object.keys(shared).slice(0, 60) } },
  });
};

/** Schemas of about `size` characters of JSON, each costly in another way. */
export const schemaFamilies: Readonly<Record<string, (size: number) => Json>> = {
  'references below allOf': (size) =>
    object({ a: first }, { $defs: chain(Math.min(400, Math.floor(size / 60)), twice('allOf')) }),
  'references below anyOf': (size) =>
    object({ a: first }, { $defs: chain(Math.min(400, Math.floor(size / 60)), twice('anyOf')) }),
  'references below propertyNames': (size) =>
    object({ a: { type: 'string' } }, { propertyNames: first, $defs: chain(Math.floor(size / 60), twice('allOf')) }),
  'references below patternProperties': (size) =>
    object(
      { a: { type: 'string' } },
      { patternProperties: fillObject(size, () => ({ $ref: '#/$defs/x' })), $defs: { x: { type: 'string' } } },
    ),
  'references below additionalProperties': (size) =>
    object(
      { a: { type: 'string' } },
      {
        additionalProperties: first,
        $defs: chain(Math.floor(size / 50), (next) => ({ type: 'object', additionalProperties: next })),
      },
    ),
  'dynamic references': (size) =>
    object(
      { a: { $dynamicRef: '#n' } },
      {
        $dynamicAnchor: 'n',
        $defs: fillObject(size, (index) => ({ $dynamicAnchor: `n${index}`, $dynamicRef: '#n' })),
      },
    ),
  'nested allOf': (size) => object({ a: nestedAllOf(Math.min(90, Math.floor(size / 20))) }),
  'a wide allOf': (size) =>
    object({ a: { type: 'string', allOf: Object.values(fillObject(size, (index) => ({ minLength: index % 3 }))) } }),
  patterns: (size) =>
    object(fillObject(size, (index) => ({ type: 'string', pattern: `^(a+)+${index}$`, default: 'a'.repeat(40) }))),
  options: (size) =>
    object({
      a: {
        type: 'string',
        oneOf: Object.values(fillObject(size, (index) => ({ const: `v${index}`, title: `Title ${index}` }))),
      },
    }),
  'shared options': (size) =>
    object(
      fillObject(Math.min(size, 15_000), () => ({ $ref: '#/$defs/o' })),
      {
        $defs: {
          o: { type: 'string', enum: Array.from({ length: Math.floor(size / 8) }, (_, index) => `v${index}`) },
        },
      },
    ),
  'a shared text': (size) =>
    object(
      fillObject(Math.min(size, 15_000), () => ({ $ref: '#/$defs/o' })),
      { $defs: { o: { type: 'string', description: 'd'.repeat(size) } } },
    ),
  defaults: (size) => object(fillObject(size, () => ({ type: 'string', default: 'x'.repeat(200) }))),
  identifiers: (size) =>
    object(
      fillObject(size, (index) => ({ type: 'string', $id: `urn:x${index}` })),
      { $id: 'urn:x' },
    ),
};

/** Schemas that are costly only as those of the arguments of a tool, in which other values are boxes for JSON. */
export const argumentFamilies: typeof schemaFamilies = {
  'boxes with shared alternatives': (size) => alternatives(size, 200, 0),
  'boxes with shared required names': (size) => alternatives(size, 60, 50),
  'one box with alternatives': (size) => alternatives(size, 1, 10),
  'a box with a wide allOf': (size) => object({ a: { allOf: new Array(Math.floor(size / 5)).fill(true) } }),
  'a wide allOf at the root': (size) =>
    object({ a: { type: 'string' } }, { allOf: new Array(Math.floor(size / 5)).fill(true) }),
  'boxes with a shared default': (size) =>
    object(
      fillObject(Math.min(size, 10_000), () => ({ allOf: [first, {}] })),
      { $defs: { d0: { type: 'object', default: 'x'.repeat(size) } } },
    ),
  'references with invalid escapes': (size) =>
    object(
      fillObject(size, (index) => ({ anyOf: [{ $ref: `#${'/%'.repeat(18)}/${index}` }, { $ref: `#/%/${index}` }] })),
      { '%': { '%': { '%': {} } } },
    ),
};
