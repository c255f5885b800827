/** A folder with one file for each result, shared by all windows. All methods reject with the error of the file system. */
export interface ResultFiles {
  /** Lists the files whose name is that of a result. Empty if the folder does not exist. */
  list(): Promise<readonly ResultFile[]>;
  /** Reads enough of a file for `readSummary`; `undefined` if the file does not exist or cannot be a result. */
  readBeginning(name: string): Promise<string | undefined>;
  /** Reads the whole file; `undefined` if the file does not exist or cannot be a result. */
  read(name: string): Promise<string | undefined>;
  /** Replaces the file atomically. */
  write(name: string, text: string): Promise<void>;
  /** Deletes the file. Does nothing if it does not exist. */
  delete(name: string): Promise<void>;
  /** Deletes temporary files of interrupted writes that are older than `before`, in milliseconds since the epoch. */
  sweep(before: number): Promise<void>;
}

export interface ResultFile {
  readonly name: string;
  /** The time of the last write, in milliseconds since the epoch. */
  readonly modified: number;
  /** In bytes. */
  readonly size: number;
}
