/** A folder of files to which lines are appended. Names are those that `readRecordFileName` reads; other files are not listed. */
export interface RecordFiles {
  /** Empty if the folder does not exist. */
  list(): Promise<readonly RecordFile[]>;
  /**
   * Appends text to a file that ends at byte `at`, or creates it if `at` is 0. Resolves when the text would survive a power
   * failure. Rejects with `WrongSize`, and has written nothing, if the file ends elsewhere. After any other failure a part of the
   * text may be in the file.
   */
  append(name: string, text: string, at: number): Promise<void>;
  /** Bytes `from` up to `to`, or fewer if the file ends before; `undefined` if there is no such file. */
  read(name: string, from: number, to: number): Promise<Buffer | undefined>;
  /** Cuts the file to `bytes`, to remove the rest of a failed append. Rejects with `WrongSize` if the file is shorter. */
  truncate(name: string, bytes: number): Promise<void>;
  /** Does nothing if there is no such file. */
  delete(name: string): Promise<void>;
}

export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
  /** The time of the last write, in milliseconds since the epoch. */
  readonly modified: number;
}

/** The file does not end at the expected byte: another process wrote to it, cut it or deleted it. */
export class WrongSize extends Error {
  override readonly name = 'WrongSize';
}
