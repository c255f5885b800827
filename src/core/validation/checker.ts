import type { PatternVerdict } from '#form/evaluate.ts';

/**
 * The port to what runs the patterns of servers and checks values against schemas. Both can take any time and any memory,
 * so the product does it in a worker thread (`workerChecker.ts`).
 */
export interface Checker {
  /** Gets ready, so that what is asked next does not wait for that. */
  prepare(): void;
  /**
   * Runs patterns over texts: one verdict for each, in order. Never rejects.
   * @param owner the id of the server whose patterns they are: slow ones cost only their owner
   */
  testPatterns(owner: string, tests: readonly PatternTask[]): Promise<readonly PatternVerdict[]>;
  /**
   * Checks a value against a JSON Schema. Never rejects. `owner` as above. `format` only describes a value unless it is to be
   * `asserted`.
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
 * Nobody knows whether the value is right. `tooCostly`: it took too much time or memory. `dialect`: `$schema` names none that
 * is supported. `unusable`: it is no schema. `unavailable`: nothing can be checked on this machine now.
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
  /** A property that is missing, or is one too many. */
  readonly name?: string;
  /** What the keyword says: the pattern, the format, or the value of `const` as JSON. */
  readonly textOfError?: string;
  /** The validator's own words, in English. */
  readonly message: string;
}
