import { inOneLine } from './text.ts';

/**
 * Thrown while a schema is read, and caught by the reader: the schema has something that cannot be drawn.
 * `rule` is the keyword that was broken.
 */
export class Refusal extends Error {
  readonly property: string;
  readonly rule: string;
  readonly limit: FormLimit | undefined;

  /** `property` is the property's name, or `undefined` for the schema itself. */
  constructor(property: string | undefined, rule: string, problem: string, limit?: FormLimit) {
    super(`${property === undefined ? 'The schema' : `Property "${inOneLine(property)}"`}: ${problem}`);
    this.property = property ?? '';
    this.rule = rule;
    this.limit = limit;
  }
}

/** The bound that a form is over, where it is one of those in `bounds.ts`. */
export type FormLimit = 'mostFields' | 'nameLength' | 'mostOptions' | 'patternLength' | 'patternClasses';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A property's schema with the reading of its keywords: each is absent, or of the right type, or refused. */
export class Keywords {
  readonly property: string;
  readonly #schema: JsonObject;

  constructor(property: string, schema: JsonObject) {
    this.property = property;
    this.#schema = schema;
  }

  /** A keyword as received. Own keywords only: a schema inherits none. */
  get(keyword: string): unknown {
    return Object.hasOwn(this.#schema, keyword) ? this.#schema[keyword] : undefined;
  }

  has(keyword: string): boolean {
    return Object.hasOwn(this.#schema, keyword);
  }

  text(keyword: string): string | undefined {
    const value = this.get(keyword);
    if (value !== undefined && typeof value !== 'string') {
      throw this.refusal(keyword, `"${keyword}" must be a string.`);
    }
    return value;
  }

  number(keyword: string): number | undefined {
    const value = this.get(keyword);
    if (value !== undefined && !Number.isFinite(value)) {
      throw this.refusal(keyword, `"${keyword}" must be a number.`);
    }
    return value as number | undefined;
  }

  /** A length or an amount. */
  size(keyword: string): number | undefined {
    const value = this.number(keyword);
    if (value !== undefined && !(Number.isInteger(value) && value >= 0)) {
      throw this.refusal(keyword, `"${keyword}" must be a whole number of 0 or more.`);
    }
    return value;
  }

  refusal(rule: string, problem: string, limit?: FormLimit): Refusal {
    return new Refusal(this.property, rule, problem, limit);
  }
}
