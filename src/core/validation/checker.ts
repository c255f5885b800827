import type { PatternVerdict } from '#form/evaluate.ts';

/**
 * Runs the patterns of servers and checks values against their schemas. Both can take unlimited time and memory, so the
 * extension runs them in a worker thread (`workerChecker.ts`).
 */
export interface Checker {
  /** Starts the checker in advance, so that the next check need not wait for it. */
  prepare(): void;
  /**
   * Runs patterns over texts: one verdict for each, in order. Never rejects.
   * @param owner the id of the server that sent the patterns; the cost of slow patterns is charged to it
   */
  testPatterns(owner: string, tests: readonly PatternTask[]): Promise<readonly PatternVerdict[]>;
  /**
   * Checks a value against a JSON Schema. Never rejects. `owner` as above. The keyword `format` is an annotation unless
   * `formats` is `asserted`.
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
 * The value could not be checked. `tooCostly`: the check takes too much time or memory. `dialect`: `$schema` names an
 * unsupported one. `unusable`: the schema is not valid. `unavailable`: the checker does not run or is overloaded.
 */
export interface Unchecked {
  readonly kind: 'unchecked';
  readonly why: 'tooCostly' | 'dialect' | 'unusable' | 'unavailable';
  /** In English, one line. */
  readonly detail?: string;
}

/** One way in which a value breaks a schema. */
export interface SchemaError {
  readonly keyword: string;
  /** A JSON Pointer into the value. */
  readonly path: string;
  /** A property that is missing, or not allowed. */
  readonly name?: string;
  /** The value of the keyword: the pattern, the format, or the value of `const` as JSON. */
  readonly textOfError?: string;
  /** The validator's own message, in English. */
  readonly message: string;
}
