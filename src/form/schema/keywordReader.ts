import type { SchemaBudget } from './schemaLimits.ts';
import { type FormLimit, SchemaRefusal } from './schemaRefusal.ts';
import { knownKeywords } from './supportedKeywords.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The known keywords (`supportedKeywords.ts`) of one schema. `text`, `number` and `nonNegativeInteger` throw `SchemaRefusal` for a
 * value of another type; `array` returns `undefined`.
 */
export class KeywordReader {
  readonly #propertyName: string | undefined;
  readonly #known: ReadonlyMap<string, unknown>;
  readonly #budget: SchemaBudget;

  private constructor(propertyName: string | undefined, known: ReadonlyMap<string, unknown>, budget: SchemaBudget) {
    this.#propertyName = propertyName;
    this.#known = known;
    this.#budget = budget;
  }

  /**
   * `propertyName`: the name of the property that the schema describes, `undefined` for the root schema. Reads own properties of
   * `schema`, not those of its prototype.
   */
  static of(propertyName: string | undefined, schema: JsonObject, budget: SchemaBudget): KeywordReader {
    const keywords = Object.keys(schema);
    budget.spendElements(propertyName, keywords[0] ?? '', keywords.length);
    const known = keywords.filter((keyword) => knownKeywords.has(keyword));
    return new KeywordReader(propertyName, new Map(known.map((keyword) => [keyword, schema[keyword]])), budget);
  }

  /** The name of the property, empty for the root schema. */
  get propertyName(): string {
    return this.#propertyName ?? '';
  }

  get keywords(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** The keywords of a subschema of this property: its `items`, an option, or a schema that it wraps. */
  ofSubschema(schema: JsonObject): KeywordReader {
    return KeywordReader.of(this.#propertyName, schema, this.#budget);
  }

  /** A copy with one keyword set. */
  with(keyword: string, value: unknown): KeywordReader {
    return new KeywordReader(this.#propertyName, new Map([...this.#known, [keyword, value]]), this.#budget);
  }

  without(keyword: string): KeywordReader {
    const others = [...this.#known].filter(([name]) => name !== keyword);
    return new KeywordReader(this.#propertyName, new Map(others), this.#budget);
  }

  /** The value of a keyword, as received. */
  get(keyword: string): unknown {
    return this.#known.get(keyword);
  }

  has(keyword: string): boolean {
    return this.#known.has(keyword);
  }

  text(keyword: string): string | undefined {
    const value = this.get(keyword);
    if (value !== undefined && typeof value !== 'string') {
      throw this.refusal(keyword, `"${keyword}" must be a string.`);
    }
    this.#budget.spendText(this.#propertyName, keyword, value?.length ?? 0);
    return value;
  }

  /** The elements of an array; `undefined` if it is absent or not an array. */
  array(keyword: string): readonly unknown[] | undefined {
    const value = this.get(keyword);
    if (!Array.isArray(value)) {
      return undefined;
    }
    this.#budget.spendElements(this.#propertyName, keyword, value.length);
    return value;
  }

  number(keyword: string): number | undefined {
    const value = this.get(keyword);
    if (value !== undefined && !Number.isFinite(value)) {
      throw this.refusal(keyword, `"${keyword}" must be a number.`);
    }
    return value as number | undefined;
  }

  nonNegativeInteger(keyword: string): number | undefined {
    const value = this.number(keyword);
    if (value !== undefined && !(Number.isInteger(value) && value >= 0)) {
      throw this.refusal(keyword, `"${keyword}" must be a whole number of 0 or more.`);
    }
    return value;
  }

  refusal(keyword: string, problem: string, limit?: FormLimit): SchemaRefusal {
    return new SchemaRefusal(this.#propertyName, keyword, problem, limit);
  }
}
