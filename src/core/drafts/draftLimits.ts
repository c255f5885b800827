/** Drafts in the folder, of all windows together, and drafts in the memory of one window. */
export const maxDrafts = 200;
/** Bytes of a draft's file. */
export const longestDraftBytes = 1_000_000;
/** UTF-16 code units, approximately, of all drafts in the memory of one window; the newest draft stays whatever its size. */
export const maxTextInMemory = 50_000_000;
/** Milliseconds for which a draft is offered: a week. */
export const draftLifetimeMs = 7 * 24 * 3_600_000;
/** Milliseconds after which the secrets of a draft are removed from memory: an hour. */
export const secretLifetimeMs = 3_600_000;
/** Milliseconds from a change until it is written, together with other changes. */
export const draftWriteDelayMs = 300;
/** Milliseconds after which a temporary file counts as left over from an interrupted write. */
export const longestDraftWriteMs = 60_000;
/** Milliseconds between two removals of old secrets from memory. */
export const secretCleanupMs = 60_000;
/** Milliseconds between two removals of old drafts. */
export const draftCleanupMs = 3_600_000;
