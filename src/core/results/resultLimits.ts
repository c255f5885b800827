/** Results that are kept, of all windows and workspaces. */
export const mostResults = 50;
/** Bytes of all their files, and so of one. The results that one window has in its memory have the same bound. */
export const mostResultBytes = 20_000_000;
/** Milliseconds that a result is kept: a day. */
export const resultLifetimeMs = 24 * 3_600_000;
/** Bytes of the first line of a result's file, which says what it is the result of. */
export const longestSummary = 16_000;
/** Milliseconds between two looks for results that are too old. */
export const resultCleanupMs = 600_000;
/** Milliseconds after which no window is writing a file any more. */
export const longestResultWriteMs = 60_000;
/** UTF-16 code units of one result that are searched for secrets by their shape. */
export const mostSearched = 1_000_000;
/** Lines of one result that are searched one by one, beside a secret: what is left then is not written. */
export const mostLinesSearched = 20_000;
