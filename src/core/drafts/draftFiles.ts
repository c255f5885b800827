/**
 * A folder of small files, one for each draft. What is read is read at once, not later: a question and what was typed
 * into it before appear in one piece, and are not filled in under the person's hands.
 */
export interface DraftFiles {
  /** Empty where nothing was ever kept. Only what has the name of a draft. Throws what the system throws. */
  list(): readonly DraftFile[];
  /** The whole text; `undefined` where there is no such file, empty where it cannot be a draft: too long, or a link. */
  read(name: string): string | undefined;
  /** Puts a whole text in the place of what the file held. Whoever reads meanwhile finds the one or the other. */
  write(name: string, text: string): Promise<void>;
  /** Nothing happens where there is no such file. */
  delete(name: string): Promise<void>;
  /** Notes that everything was cleared at this time, in milliseconds since the epoch: for all windows. */
  markCleared(at: number): Promise<void>;
  /** When everything was last cleared; `undefined` where that never was. Throws what the system throws. */
  clearedAt(): number | undefined;
  /** Deletes what writing left behind where it was cut off, older than `before`, in milliseconds since the epoch. */
  sweep(before: number): Promise<void>;
}

export interface DraftFile {
  readonly name: string;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly modified: number;
}
