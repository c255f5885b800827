/** A folder of files, one for each result, which all windows share. All reject with what the system says. */
export interface ResultFiles {
  /** Empty where nothing was ever kept. Only what has the name of a result. */
  list(): Promise<readonly ResultFile[]>;
  /** Enough of a file for `readSummary`; `undefined` where there is no such file, or it cannot be a result. */
  readBeginning(name: string): Promise<string | undefined>;
  /** The whole text; `undefined` as above. */
  read(name: string): Promise<string | undefined>;
  /** Puts a whole text in the place of what the file held. Who reads meanwhile finds the one or the other. */
  write(name: string, text: string): Promise<void>;
  /** Does nothing where there is no such file. */
  delete(name: string): Promise<void>;
  /** Deletes what writing left behind where it was cut off, older than `before`, in milliseconds since the epoch. */
  sweep(before: number): Promise<void>;
}

export interface ResultFile {
  readonly name: string;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly modified: number;
  /** Bytes. */
  readonly size: number;
}
