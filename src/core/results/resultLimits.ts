/** Result files of all windows and workspaces. */
export const maxResults = 50;
/** Bytes of all result files together, and of the results in the memory of one window. */
export const maxResultBytes = 20_000_000;
/** Milliseconds that a result is kept: one day. */
export const resultLifetimeMs = 24 * 3_600_000;
/** Bytes of the first line of a result file, the summary. */
export const longestSummary = 16_000;
/** Milliseconds between two cleanups of old results. */
export const resultCleanupMs = 600_000;
/** Milliseconds after which a temporary file counts as left by an interrupted write. */
export const longestResultWriteMs = 60_000;
/** UTF-16 code units of one result that are searched for secrets by shape. */
export const maxSearched = 1_000_000;
/** Lines of one result that are searched one by one around a secret. Further lines are not written. */
export const maxLinesSearched = 20_000;
