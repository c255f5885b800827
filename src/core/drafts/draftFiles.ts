/**
 * A folder of small files, one for each draft. Reads are synchronous, so that a form appears together with its draft and does
 * not change while the user types.
 */
export interface DraftFiles {
  /** The files with the name of a draft; empty if the folder does not exist. Throws the error of the file system. */
  list(): readonly DraftFile[];
  /** The whole text; `undefined` if the file does not exist, empty if it is no draft because it is too long or a link. */
  read(name: string): string | undefined;
  /** Replaces the text atomically: a reader gets the old text or the new one. */
  write(name: string, text: string): Promise<void>;
  /** Deletes a file. Does nothing if the file does not exist. */
  delete(name: string): Promise<void>;
  /** Stores for all windows that all drafts were cleared at this time, in milliseconds since the epoch. */
  markCleared(at: number): Promise<void>;
  /** The time of the last clearing; `undefined` if there was none. Throws the error of the file system. */
  clearedAt(): number | undefined;
  /** Deletes temporary files of interrupted writes that are older than `before`, in milliseconds since the epoch. */
  sweep(before: number): Promise<void>;
}

export interface DraftFile {
  readonly name: string;
  /** The time of the last write, in milliseconds since the epoch. */
  readonly modified: number;
}
