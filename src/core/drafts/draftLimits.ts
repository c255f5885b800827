/** Drafts in the folder, those of all windows, and drafts that one window has in its memory. */
export const mostDrafts = 200;
/** Bytes of a file. */
export const longestDraftBytes = 1_000_000;
/** UTF-16 code units of all drafts that one window has in its memory, more or less; the newest stays whatever its size. */
export const mostTextInMemory = 50_000_000;
/** Milliseconds that a draft is offered: a week. */
export const draftLifetimeMs = 7 * 24 * 3_600_000;
/** Milliseconds after which the secrets of a draft are forgotten: an hour. */
export const secretLifetimeMs = 3_600_000;
/** Milliseconds that changes are gathered for before they are written. */
export const draftWriteDelayMs = 300;
/** Milliseconds after which nobody is writing a file any more. */
export const longestDraftWriteMs = 60_000;
/** Milliseconds between two looks for secrets in memory that are too old. */
export const secretCleanupMs = 60_000;
/** Milliseconds between two looks for drafts that are too old. */
export const draftCleanupMs = 3_600_000;
