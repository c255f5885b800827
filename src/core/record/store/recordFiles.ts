/** A folder of files to which lines are appended. Files with other names than those of record files are not listed. */
export interface RecordFiles {
  /** Lists the files; empty if the folder does not exist. */
  list(): Promise<readonly RecordFile[]>;
  /**
   * Appends text to a file of `at` bytes, or creates the file if `at` is 0. Resolves when the text would survive a power failure.
   * Rejects with `WrongSize`, without having written anything, if the file has another size. After any other failure a part of the
   * text may be in the file.
   */
  append(name: string, text: string, at: number): Promise<void>;
  /** Reads the bytes from `from` up to `to`, or fewer if the file ends before; `undefined` if the file does not exist. */
  read(name: string, from: number, to: number): Promise<Buffer | undefined>;
  /** Cuts the file to `bytes`, to remove the rest of a failed append. Rejects with `WrongSize` if the file is shorter. */
  truncate(name: string, bytes: number): Promise<void>;
  /** Deletes a file. Does nothing if the file does not exist. */
  delete(name: string): Promise<void>;
}

export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
  /** The time of the last write, in milliseconds since the epoch. */
  readonly modified: number;
}

/** The error for a file without the expected size: another process has written to it, cut it or deleted it. */
export class WrongSize extends Error {
  override readonly name = 'WrongSize';
}
