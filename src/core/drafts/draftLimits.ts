/** The number of drafts in the folder, which all windows share, and in the memory of one window. */
export const maxDrafts = 200;
/** The largest file of a draft, in bytes. */
export const maxDraftBytes = 1_000_000;
/** The approximate UTF-16 code units of all drafts in the memory of one window. The newest draft stays even if it is larger. */
export const maxTextInMemory = 50_000_000;
/** The time for which a draft is offered, in milliseconds: a week. */
export const draftLifetimeMs = 7 * 24 * 3_600_000;
/** The time after which the secrets of a draft are removed from memory, in milliseconds: an hour. */
export const secretLifetimeMs = 3_600_000;
/** The time from a change until it is written together with later changes, in milliseconds. */
export const draftWriteDelayMs = 300;
/** The age from which a temporary file counts as left over from an interrupted write, in milliseconds. */
export const maxDraftWriteMs = 60_000;
/** The time between two removals of old secrets from memory, in milliseconds. */
export const secretCleanupMs = 60_000;
/** The time between two removals of old drafts, in milliseconds. */
export const draftCleanupMs = 3_600_000;
