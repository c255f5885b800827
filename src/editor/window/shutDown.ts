interface ShutDownServices {
  readonly drafts: { flush(): Promise<unknown> };
  readonly results: { flush(): Promise<unknown> };
  readonly servers: { stopAll(): Promise<unknown> };
  readonly agents: { end(): Promise<unknown> };
  readonly record: { flush(): Promise<unknown>; end(): Promise<unknown> };
}

/** Stops the servers, ends the connections of agents, and writes all data of a window. A failure of one service does not stop the others. Rejects only if `record.end` rejects. */
export async function shutDown({ drafts, results, servers, agents, record }: ShutDownServices): Promise<void> {
  // Writes the data that exists first, because there may be no time for the rest.
  await Promise.allSettled([drafts.flush(), results.flush(), servers.stopAll(), agents.end(), record.flush()]);
  // The calls have ended with their servers: writes their results, and the drafts of answers without a result.
  await Promise.allSettled([results.flush(), drafts.flush()]);
  await record.end();
}
