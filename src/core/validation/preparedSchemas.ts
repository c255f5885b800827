import { exceededBound, type SchemaBounds } from './schemaWalk.ts';

/** The bounds of a schema that is passed to the worker. The schemas of real tools stay below a hundredth of them. */
const bounds: SchemaBounds = { text: 1_000_000, depth: 200, values: 50_000, expanded: 200_000 };
/** The longest JSON of a schema that is kept, in UTF-16 code units. */
const maxKeptLength = 20_000;

/** A schema that can be passed to the worker. */
export interface PreparedSchema {
  /** The schema as JSON. */
  readonly text: string;
  /** True after a check against this schema took little time, so that the thread has compiled it. */
  isQuick: boolean;
}

/** A schema that is not passed to the worker, for a reason in English. */
interface RefusedSchema {
  readonly why: 'tooCostly' | 'unusable';
  readonly detail: string;
}

/** Measures schemas and writes them as JSON, once for each schema. */
export class PreparedSchemas {
  /** By schema: a form and a tool keep theirs, and nobody changes it. */
  readonly #kept = new WeakMap<object, PreparedSchema>();

  prepare(schema: unknown): PreparedSchema | RefusedSchema {
    const isObject = typeof schema === 'object' && schema !== null;
    const kept = isObject ? this.#kept.get(schema) : undefined;
    if (kept) {
      return kept;
    }
    const exceeded = exceededBound(schema, bounds);
    if (exceeded !== undefined) {
      return { why: 'tooCostly', detail: `the schema has too much ${exceeded}` };
    }
    const text = jsonOf(schema);
    if (text === undefined) {
      return { why: 'unusable', detail: 'the schema is not JSON' };
    }
    const prepared = { text, isQuick: false };
    if (isObject && text.length <= maxKeptLength) {
      this.#kept.set(schema, prepared);
    }
    return prepared;
  }
}

function jsonOf(schema: unknown): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch {
    return undefined;
  }
}
