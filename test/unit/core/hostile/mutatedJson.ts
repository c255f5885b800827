import fc from 'fast-check';

export type Json = unknown;

interface Mutation {
  /** The index of the part to change, modulo the number of parts. */
  readonly at: number;
  readonly how: 'drop' | 'retype' | 'repeat' | 'wrap' | 'prototype' | 'odd' | 'deep' | 'huge';
  readonly other: Json;
}

const keywords = fc.constantFrom(
  ...['type', 'enum', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'const', 'items', 'default', '$ref', '$defs', '$async'],
  ...['properties', 'required', 'minProperties', 'maxProperties', 'dependentRequired', 'propertyNames', 'pattern'],
  ...['patternProperties', 'unevaluatedProperties', 'contains', 'minContains', 'format', 'multipleOf', 'enumNames'],
);
export const oddValue = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1e308, 0.5, '', '(', '^(a+)+$', '#', 'object', 'string', 'array'),
  fc.constantFrom<Json>([], {}, [[]], { type: 'object', properties: {} }, ['string', 'null'], { $ref: '#' }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(keywords, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(200),
  how: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom('drop', 'retype', 'repeat', 'wrap', 'prototype', 'odd') },
    { weight: 1, arbitrary: fc.constantFrom('deep', 'huge') },
  ),
  other: fc.oneof(oddValue, keywords),
});

/** A value of `from`, unchanged or with one or two mutations. `untouched` is the weight of unchanged values; mutated ones have weight 1. */
export function mutated<T>(from: fc.Arbitrary<T>, untouched = 1): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: untouched, arbitrary: from as fc.Arbitrary<Json> },
    {
      weight: 1,
      arbitrary: fc
        .tuple(from, fc.array(mutation, { minLength: 1, maxLength: 2 }))
        .map(([value, mutations]) => mutations.reduce<Json>(mutate, value)),
    },
  );
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function countOf(value: Json): number {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.reduce<number>((sum, part) => sum + countOf(part), 1);
}

function mutate(value: Json, change: Mutation): Json {
  let partsLeft = change.at % countOf(value);
  const dropped = Symbol('dropped');
  const walk = (part: Json): Json => {
    if (partsLeft === 0) {
      partsLeft -= 1;
      return change.how === 'drop' ? dropped : replacePart(part, change);
    }
    partsLeft -= 1;
    if (Array.isArray(part)) {
      return part.map(walk).filter((one) => one !== dropped);
    }
    return isObject(part)
      ? Object.fromEntries(
          Object.entries(part)
            .map(([key, one]) => [key, walk(one)] as const)
            .filter(([, one]) => one !== dropped),
        )
      : part;
  };
  const result = walk(value);
  return result === dropped ? null : result;
}

function replacePart(part: Json, { how, other }: Mutation): Json {
  switch (how) {
    case 'retype':
      return other;
    case 'repeat':
      return Array.isArray(part) ? [...part, ...part] : [part, part];
    case 'wrap':
      return { type: 'object', properties: { inner: part } };
    case 'prototype':
      return withKey(part, ['__proto__', 'constructor', 'toString', 'then', 'toJSON'], other);
    case 'odd':
      return typeof part === 'string' ? `${part}\ud800\u0000\u202e` : withKey(part, ['', '\udfff', '$id'], other);
    case 'deep':
      return JSON.parse('['.repeat(450) + ']'.repeat(450));
    case 'huge':
      return typeof part === 'string' ? 'x'.repeat(100_001) : Array.from({ length: 10_001 }, (_, index) => `${index}`);
    default:
      return part;
  }
}

function withKey(part: Json, keys: readonly string[], other: Json): Json {
  return isObject(part)
    ? Object.fromEntries([...Object.entries(part), ...keys.map((key) => [key, other] as const)])
    : { [keys[0] ?? '']: part, other };
}
