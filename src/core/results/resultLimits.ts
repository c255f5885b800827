/** The number of result files of all windows and workspaces. */
export const maxResults = 50;
/** The bytes of all result files together, and of the results in the memory of one window. */
export const maxResultBytes = 20_000_000;
/** The time for which a result is kept, in milliseconds: one day. */
export const resultLifetimeMs = 24 * 3_600_000;
/** The length of the first line of a result file, the summary, in bytes. */
export const maxSummaryBytes = 16_000;
/** The time between two cleanups of old results, in milliseconds. */
export const resultCleanupMs = 600_000;
/** The age from which a temporary file counts as left over from an interrupted write, in milliseconds. */
export const maxResultWriteMs = 60_000;
/** The number of UTF-16 code units of one result that are searched for secrets by shape. */
export const maxSearched = 1_000_000;
/** The number of lines of one result that are searched one by one around a secret. Further lines are masked. */
export const maxLinesSearched = 20_000;
