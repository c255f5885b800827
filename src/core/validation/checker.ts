import type { PatternVerdict } from '#form/evaluate.ts';

/**
 * Runs the patterns of servers and checks values against the schemas of servers. Both can take unlimited time and memory, so
 * `WorkerChecker` does this in a worker thread.
 */
export interface Checker {
  /** Starts the checker in advance, so that the next check does not wait for the start. */
  prepare(): void;
  /**
   * Tests patterns on texts. Returns one verdict for each task, in order. Never rejects.
   * @param owner the id of the server that sent the patterns, to whose allowance the time of slow patterns is charged
   */
  testPatterns(owner: string, tests: readonly PatternTask[]): Promise<readonly PatternVerdict[]>;
  /**
   * Checks a value against a JSON Schema, which must not be changed afterwards. Never rejects. `owner`: see `testPatterns`. The
   * keyword `format` is an annotation unless `formats` is `asserted`.
   * Source: JSON Schema 2020-12, Validation, 7.2.1; MCP specification, basic, "JSON Schema Usage".
   */
  check(owner: string, schema: unknown, value: unknown, formats?: 'asserted'): Promise<ValidationResult>;
}

export interface PatternTask {
  readonly pattern: string;
  readonly text: string;
}

export type ValidationResult =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaError[] }
  | Unchecked;

/**
 * The reason for which a value could not be checked. `tooCostly`: the check takes too much time or memory. `dialect`: the schema
 * is written in an unsupported dialect. `unusable`: the schema is not valid. `unavailable`: the checker does not run or is
 * overloaded.
 */
export interface Unchecked {
  readonly kind: 'unchecked';
  readonly why: 'tooCostly' | 'dialect' | 'unusable' | 'unavailable';
  /** More about the reason, one line in English. */
  readonly detail?: string;
}

/** One violation of a schema by a value. */
export interface SchemaError {
  readonly keyword: string;
  /** The JSON Pointer to the violating part of the value. */
  readonly path: string;
  /** The name of a property that is missing or not allowed. */
  readonly name?: string;
  /** The value of the keyword: the pattern, the format, or the value of `const` as JSON. */
  readonly keywordValue?: string;
  /** The validator's own message, in English. */
  readonly message: string;
}
