interface EndingParts {
  readonly drafts: { flush(): Promise<unknown> };
  readonly results: { flush(): Promise<unknown> };
  readonly servers: { stopAll(): Promise<unknown> };
  readonly record: { flush(): Promise<unknown>; end(): Promise<unknown> };
}

/** Ends a window. What cannot be ended or written holds back nothing else; rejects only where the record cannot be ended. */
export async function shutDown({ drafts, results, servers, record }: EndingParts): Promise<void> {
  // What is known already first: there may be no time for the rest.
  await Promise.allSettled([drafts.flush(), results.flush(), servers.stopAll(), record.flush()]);
  // Calls have ended with their servers, and the answers of those that had no result are kept.
  await Promise.allSettled([results.flush(), drafts.flush()]);
  await record.end();
}
