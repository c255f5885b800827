/**
 * Ajv passes over a property called `__proto__`. To be checked like any other it goes through ajv under another name.
 * Only the properties of the schema itself are treated so: a form has no others.
 */
const NAME = '__proto__';
const ALIAS = '\u{e000}__proto__';

/** The schema as ajv is to see it: `__proto__` under its other name, and never asynchronous. */
export function nameable(schema: unknown): object | boolean {
  if (typeof schema === 'boolean') {
    return schema;
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new TypeError('it is not an object');
  }
  // `$async` would turn every answer into a promise, and a promise looks like a yes.
  const { $async: _, ...copy }: Record<string, unknown> = schema as Record<string, unknown>;
  const { properties, required } = copy;
  if (typeof properties === 'object' && properties !== null) {
    copy['properties'] = renamed(properties);
  }
  if (Array.isArray(required)) {
    copy['required'] = required.map((name) => (name === NAME ? ALIAS : name));
  }
  return copy;
}

/** The content as ajv is to see it. */
export function nameableContent(content: Readonly<Record<string, unknown>>): object {
  return renamed(content);
}

/** The name under which a person knows a property that ajv speaks of. */
export function originalName(property: string): string {
  return property === ALIAS ? NAME : property;
}

function renamed(value: object): object {
  return Object.hasOwn(value, NAME)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name === NAME ? ALIAS : name, entry]))
    : value;
}
