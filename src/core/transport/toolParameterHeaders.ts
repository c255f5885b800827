import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

/** A parameter of a tool whose argument is repeated in an HTTP header. `header`: its name without the prefix `Mcp-Param-`. */
interface HeaderParameter {
  readonly path: readonly string[];
  readonly header: string;
}

const headerAnnotation = 'x-mcp-header';
/** The syntax of a header's name. Source: RFC 9110, section 5.1. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/**
 * The types of annotated parameters. `number` is not among them: a fraction can be written in several ways.
 * Source: MCP specification 2026-07-28, server/tools, `x-mcp-header`.
 */
const annotatedTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/**
 * The headers `Mcp-Param-*` that repeat the annotated arguments of a call; none if the schema has no annotations or
 * invalid ones.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters".
 */
export function toolParameterHeaders(inputSchema: unknown, args: unknown): Record<string, string> {
  const parameters = readAnnotations(inputSchema);
  return typeof parameters === 'string'
    ? {}
    : Object.fromEntries(
        parameters.flatMap(({ path, header }) => {
          const text = headerText(valueAt(args, path));
          return text === undefined ? [] : [[`Mcp-Param-${header}`, encodeHeaderValue(text)]];
        }),
      );
}

/** Why the header annotations of a tool are invalid, which makes the whole tool invalid; `undefined` if they are valid. */
export function invalidHeaderReason(inputSchema: unknown): string | undefined {
  const parameters = readAnnotations(inputSchema);
  return typeof parameters === 'string' ? parameters : undefined;
}

/** How many tools of one list are named that were left out. Further ones are counted. */
const maxNamed = 20;

/**
 * The listed tools without those whose annotations are invalid.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Schema Extension".
 */
export function withValidHeaders(items: readonly unknown[], warn: (line: string) => void): unknown[] {
  let leftOut = 0;
  const validItems = items.filter((item) => {
    const problem = isRecord(item) ? invalidHeaderReason(item['inputSchema']) : undefined;
    if (!isRecord(item) || problem === undefined) {
      return true;
    }
    leftOut += 1;
    if (leftOut <= maxNamed) {
      warn(`The tool ${inOneLine(String(item['name']), 100)} was left out: ${inOneLine(problem, 300)}.`);
    }
    return false;
  });
  if (leftOut > maxNamed) {
    warn(`${leftOut - maxNamed} more tools were left out because of their header annotations.`);
  }
  return validItems;
}

function readAnnotations(inputSchema: unknown): HeaderParameter[] | string {
  const parameters: HeaderParameter[] = [];
  const problem = collectParameters(inputSchema, [], true, parameters);
  const names = parameters.map(({ header }) => header.toLowerCase());
  return problem ?? (new Set(names).size < names.length ? 'two parameters name the same header' : parameters);
}

/** Collects the annotations, or returns a problem. `isReachable`: true if only `properties` lead from the root to it. */
function collectParameters(
  schema: unknown,
  path: readonly string[],
  isReachable: boolean,
  parameters: HeaderParameter[],
): string | undefined {
  if (Array.isArray(schema)) {
    return firstProblem(schema.map((subschema) => () => collectParameters(subschema, path, false, parameters)));
  }
  if (!isRecord(schema)) {
    return undefined;
  }
  const header = schema[headerAnnotation];
  if (Object.hasOwn(schema, headerAnnotation)) {
    if (!isReachable || path.length === 0) {
      return `${headerAnnotation} is where no property of the arguments is`;
    }
    if (typeof header !== 'string' || !headerName.test(header)) {
      return `${headerAnnotation} of ${path.join('.')} is no name of a header`;
    }
    if (!annotatedTypes.has(schema['type'])) {
      return `${headerAnnotation} is on ${path.join('.')}, which is neither text, a whole number, nor true or false`;
    }
    parameters.push({ path, header });
  }
  return firstProblem(
    Object.entries(schema).flatMap(([keyword, subschema]) => {
      if (keyword === 'properties' && isRecord(subschema)) {
        return Object.entries(subschema).map(
          ([name, property]) =>
            () =>
              collectParameters(property, [...path, name], isReachable, parameters),
        );
      }
      if (schemaMaps.has(keyword) && isRecord(subschema)) {
        return Object.values(subschema).map((named) => () => collectParameters(named, path, false, parameters));
      }
      return subschemaKeywords.has(keyword) ? [() => collectParameters(subschema, path, false, parameters)] : [];
    }),
  );
}

const schemaMaps: ReadonlySet<string> = new Set([
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
]);
const subschemaKeywords: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'contentSchema',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
]);

function firstProblem(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value: unknown, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    args,
  );
}

function headerText(value: unknown): string | undefined {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value);
  return ['string', 'boolean', 'number'].includes(typeof value) && isExact ? String(value) : undefined;
}

/**
 * A text as the value of an MCP header.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Value Encoding".
 */
export function encodeHeaderValue(text: string): string {
  const isPlain = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
