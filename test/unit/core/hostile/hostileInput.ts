/** Messages that a hostile server may send: valid requests of each kind, mutated ones, and any JSON. */
import fc from 'fast-check';

import { type Json, mutated, oddValue } from './mutatedJson.ts';

type Entries<T> = { [K in keyof T]: fc.Arbitrary<T[K]> };

const optional = <T>(entries: Entries<T>) => fc.record(entries, { requiredKeys: [] });
const mostly = <T, U>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<U>, oneIn = 12) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: usual as fc.Arbitrary<T | U> }, { weight: 1, arbitrary: rare });

const oddTexts = ['', ' ', '\ud800', 'x\udc00', '\u0000\u0007', '\u202egnp.exe', '__proto__', 'a\nb', '<b>', '\ufeff'];
const units = fc.array(fc.nat(0xffff), { maxLength: 6 }).map((all) => String.fromCharCode(...all));
const text = fc.oneof(units, fc.constantFrom(...oddTexts), fc.string());
const name = fc.oneof(fc.constantFrom('a', 'b', 'c', 'name', 'password', '__proto__', 'constructor', 'b/~c', ''), text);
const size = fc.nat(6);
const limit = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double({ min: -20, max: 20, noNaN: true }));
const values = fc.uniqueArray(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), text), { minLength: 1, maxLength: 4 });
const titled = values.map((all) => all.map((value, index) => ({ const: value, title: index % 2 ? 'same' : value })));
const titleAndDescription = { title: text, description: text };

const textProperty = optional({
  ...titleAndDescription,
  minLength: size,
  maxLength: size,
  pattern: fc.constantFrom('^[a-z]*$', '[0-9]', '\\p{L}', '^[\\w-.]+$', '^.{0,3}$'),
  format: fc.constantFrom('email', 'uri', 'date', 'date-time'),
  default: text,
}).map((rules) => ({ type: 'string', ...rules }));
const numberProperty = fc
  .tuple(
    fc.constantFrom('number', 'integer'),
    optional({
      ...titleAndDescription,
      minimum: limit,
      maximum: limit,
      exclusiveMinimum: limit,
      exclusiveMaximum: limit,
      multipleOf: fc.constantFrom(0.25, 1, 3),
      default: limit,
    }),
  )
  .map(([type, rules]) => ({ type, ...rules }));
const listProperty = fc
  .tuple(
    fc.oneof(
      values.map((all) => ({ type: 'string', enum: all })),
      titled.map((all) => ({ anyOf: all })),
      titled.map((all) => ({ oneOf: all })),
    ),
    optional({ ...titleAndDescription, minItems: size, maxItems: size, uniqueItems: fc.boolean() }),
  )
  .map(([items, rules]) => ({ type: 'array', items, ...rules }));

const property = fc.oneof(
  textProperty,
  numberProperty,
  optional({ ...titleAndDescription, default: fc.boolean() }).map((rules) => ({ type: 'boolean', ...rules })),
  values.map((all) => ({ type: 'string', enum: all, default: all[0] })),
  values.map((all) => ({ type: 'string', enum: all, enumNames: all.map((value) => `${value}!`) })),
  titled.map((all) => ({ type: 'string', oneOf: all })),
  fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 4 }).map((all) => ({ type: 'integer', enum: all })),
  listProperty,
);

const schema = fc
  .tuple(
    fc.uniqueArray(fc.tuple(name, property, fc.boolean()), {
      maxLength: 4,
      selector: ([propertyName]) => propertyName,
    }),
    optional({
      additionalProperties: fc.constant(false),
      $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
      $id: fc.constant('https://example.com/form'),
      title: text,
    }),
  )
  .map(([rows, extras]) => ({
    ...extras,
    type: 'object',
    properties: Object.fromEntries(rows.map(([propertyName, rules]) => [propertyName, rules])),
    required: rows.filter(([, , required]) => required).map(([propertyName]) => propertyName),
  }));

const meta = mostly(
  fc.constant({}),
  fc.constantFrom(
    { _meta: { progressToken: 'p' } },
    { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'none' } } },
    { _meta: 5 },
  ),
  6,
);
const formParams = fc
  .tuple(text, schema, fc.constantFrom({}, { mode: 'form' }), meta)
  .map(([message, requestedSchema, mode, more]) => ({ ...mode, message, requestedSchema, ...more }));

const url = mostly(
  fc.oneof(
    fc.constantFrom('https://example.com/a', 'https://example.com/b', 'http://127.0.0.1:8080/', 'HTTPS://EXAMPLE.com'),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  ),
  fc.constantFrom(
    ...[
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https:/example.com',
      'https://a\\b',
      'https://u:p@xn--e1awd7f.com',
    ],
    ...['https://exa mple.com', 'https://\ud800.com', `https://example.com/${'x'.repeat(9000)}`, 'vscode://x', '//a'],
  ),
  4,
);
const urlEntry = fc
  .tuple(text, url, fc.constantFrom('1', '2', '3'))
  .map(([message, pageUrl, elicitationId]) => ({ mode: 'url', message, url: pageUrl, elicitationId }));

/** Parameters of either mode, most of them valid. */
const params = fc.oneof({ weight: 3, arbitrary: formParams }, { weight: 1, arbitrary: urlEntry });

const anyJson = fc.jsonValue({ maxDepth: 3 });
const anyParams = mostly(mutated(params, 2), anyJson, 8);

/** A JSON-RPC message, usually `elicitation/create`. If `id` is `undefined`, the caller sets it. */
export const message = fc
  .record({
    jsonrpc: mostly(fc.constant<Json>('2.0'), fc.constantFrom<Json>('1.0', 2, null), 40),
    id: mostly(
      fc.constant<Json>(undefined),
      fc.constantFrom<Json>(null, 1.5, -1, '', '__proto__', true, [], {}, 1e300, 'x'.repeat(5000)),
      10,
    ),
    method: mostly(
      fc.constant<Json>('elicitation/create'),
      fc.constantFrom<Json>('roots/list', 'ping', 'sampling/createMessage', 'no/such', '', 'constructor', 5, null),
      15,
    ),
    params: anyParams,
  })
  .chain((whole) => mostly(fc.constant<Json>(whole), mutated(fc.constant(whole), 0), 15));

const inputRequest = mostly(
  anyParams.map<Json>((requestParams) => ({ method: 'elicitation/create', params: requestParams })),
  fc.oneof(
    fc.constantFrom<Json>({ method: 'roots/list' }, { method: 'sampling/createMessage', params: {} }, {}, 5),
    anyJson,
  ),
  10,
);
const key = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', '', 'x'.repeat(1001)), text);

/** An `input_required` result of revision 2026-07-28. */
export const inputRequired = mostly(
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(mostly(fc.constantFrom('a', 'b', 'c'), key, 4), inputRequest), {
        maxLength: 3,
        selector: ([requestKey]) => requestKey,
      }),
      fc.option(text, { nil: undefined }),
    )
    .map<Json>(([rows, requestState]) => ({
      resultType: 'input_required',
      inputRequests: Object.fromEntries(rows),
      ...(requestState !== undefined && { requestState }),
    })),
  fc.oneof(
    mutated(fc.constant({ resultType: 'input_required', inputRequests: {}, requestState: 's' }), 0),
    fc.constant<Json>({
      resultType: 'input_required',
      inputRequests: Object.fromEntries(
        Array.from({ length: 51 }, (_, index) => [index, { method: 'roots/list', params: {} }]),
      ),
    }),
  ),
  12,
);

/** The `data` of the error -32042. */
export const requiredPages = mostly(
  fc.array(mutated(urlEntry, 4), { maxLength: 3 }).map<Json>((elicitations) => ({ elicitations })),
  fc.oneof(
    anyJson,
    oddValue.map<Json>((elicitations) => ({ elicitations })),
    fc.constant<Json>({ elicitations: Array.from({ length: 21 }, () => ({ mode: 'url' })) }),
  ),
  8,
);

/** What happens to a request or to a card that waits. */
export interface UserAct {
  readonly kind:
    | 'accept'
    | 'decline'
    | 'declineForCall'
    | 'cancel'
    | 'withdraw'
    | 'cancelCall'
    | 'end'
    | 'leave'
    | 'serverCancels';
  readonly time: 'atOnce' | 'later';
  /** Determines the typed inputs. */
  readonly inputSeed: number;
}

const act: fc.Arbitrary<UserAct> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('accept' as const) },
    { weight: 4, arbitrary: fc.constantFrom('decline', 'declineForCall', 'cancel', 'serverCancels') },
    { weight: 1, arbitrary: fc.constantFrom('withdraw', 'cancelCall', 'end', 'leave') },
  ),
  time: fc.constantFrom('atOnce', 'later'),
  inputSeed: fc.nat(),
});

/** The conditions of one case. */
export interface Circumstances {
  /** One for each request or card, in the order of their arrival; repeated from the beginning. */
  readonly acts: readonly UserAct[];
  /** The log and the memory throw an error at every call. */
  readonly hasBrokenServices: boolean;
  /** The rate limit is one request a minute. */
  readonly isRateLimited: boolean;
  readonly hasUrlMode: boolean;
}

export const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 4 }),
  hasBrokenServices: mostly(fc.constant(false), fc.constant(true), 8),
  isRateLimited: mostly(fc.constant(false), fc.constant(true), 12),
  hasUrlMode: mostly(fc.constant(true), fc.constant(false), 10),
});
