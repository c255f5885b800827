/** What tells the secrets in the arguments of a call. It goes with the call, in memory only. */
export interface ArgumentSecrets {
  /** The raw JSON Schema of the arguments. Absent if it is not known: then each argument may be a secret. */
  readonly schema?: unknown;
  /** The names of the arguments that the form masked, and whose names and shapes need not tell why. */
  readonly masked: readonly string[];
  /** The values that the form masked and that are in the URI of a resource, which has no names. */
  readonly inUri?: readonly string[];
}

/** For arguments of which nothing is known. */
export const unknownSecrets: ArgumentSecrets = { masked: [] };
