import { knownKeywords } from './keywordTreatment.ts';
import type { SchemaBudget } from './schemaLimits.ts';
import { type FormLimit, SchemaRefusal } from './schemaRefusal.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The known keywords (`keywordTreatment.ts`) of one schema. Each getter returns the right type or throws `SchemaRefusal`. */
export class SchemaKeywords {
  readonly #property: string | undefined;
  readonly #known: ReadonlyMap<string, unknown>;
  readonly #budget: SchemaBudget;

  private constructor(property: string | undefined, known: ReadonlyMap<string, unknown>, budget: SchemaBudget) {
    this.#property = property;
    this.#known = known;
    this.#budget = budget;
  }

  /** `property`: its name; `undefined` for the root schema. Own keywords only, not inherited ones. */
  static of(property: string | undefined, schema: JsonObject, budget: SchemaBudget): SchemaKeywords {
    const names = Object.keys(schema);
    budget.spendEntries(property, names[0] ?? '', names.length);
    const known = names.filter((keyword) => knownKeywords.has(keyword));
    return new SchemaKeywords(property, new Map(known.map((keyword) => [keyword, schema[keyword]])), budget);
  }

  get property(): string {
    return this.#property ?? '';
  }

  get names(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** The keywords of a schema inside this property: of its `items`, or of one of its options. */
  inner(schema: JsonObject): SchemaKeywords {
    return SchemaKeywords.of(this.#property, schema, this.#budget);
  }

  /** A copy with one keyword set. */
  with(keyword: string, value: unknown): SchemaKeywords {
    return new SchemaKeywords(this.#property, new Map([...this.#known, [keyword, value]]), this.#budget);
  }

  without(keyword: string): SchemaKeywords {
    const others = [...this.#known].filter(([name]) => name !== keyword);
    return new SchemaKeywords(this.#property, new Map(others), this.#budget);
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
    this.#budget.spendText(this.#property, keyword, value?.length ?? 0);
    return value;
  }

  /** The entries of a list; `undefined` where it is absent or not a list. */
  list(keyword: string): readonly unknown[] | undefined {
    const value = this.get(keyword);
    if (!Array.isArray(value)) {
      return undefined;
    }
    this.#budget.spendEntries(this.#property, keyword, value.length);
    return value;
  }

  number(keyword: string): number | undefined {
    const value = this.get(keyword);
    if (value !== undefined && !Number.isFinite(value)) {
      throw this.refusal(keyword, `"${keyword}" must be a number.`);
    }
    return value as number | undefined;
  }

  /** A non-negative integer: a length or a count. */
  size(keyword: string): number | undefined {
    const value = this.number(keyword);
    if (value !== undefined && !(Number.isInteger(value) && value >= 0)) {
      throw this.refusal(keyword, `"${keyword}" must be a whole number of 0 or more.`);
    }
    return value;
  }

  refusal(rule: string, problem: string, limit?: FormLimit): SchemaRefusal {
    return new SchemaRefusal(this.#property, rule, problem, limit);
  }
}
