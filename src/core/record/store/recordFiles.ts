import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { Head } from './chain.ts';

/** A folder of files to which lines are added. Names are those of `readName`; other files are not listed. */
export interface RecordFiles {
  /** Empty where nothing was ever kept. */
  list(): Promise<readonly RecordFile[]>;
  /**
   * Adds text to a file that now ends at byte `at`, or begins it where `at` is 0. Resolves when the text would survive
   * a power failure. Rejects with `WrongSize`, and has written nothing, if the file ends elsewhere. After any other
   * failure part of the text may be there.
   */
  append(name: string, text: string, at: number): Promise<void>;
  /** Bytes `from` up to `to`, or fewer where the file ends; `undefined` where there is no such file. */
  read(name: string, from: number, to: number): Promise<Buffer | undefined>;
  /** Takes off what is beyond `bytes`: the rest of an append that failed. Rejects with `WrongSize` for a shorter file. */
  truncate(name: string, bytes: number): Promise<void>;
  /** Nothing happens where there is no such file. */
  delete(name: string): Promise<void>;
}

export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly modified: number;
}

/** The file does not end where the caller left it: somebody else wrote to it, cut it, or took it away. */
export class WrongSize extends Error {
  override readonly name = 'WrongSize';
}

/** How far each file goes, kept where only this application can write. */
export interface Heads {
  /** The files of which a head is kept. */
  names(): Promise<readonly string[]>;
  get(file: string): Promise<StoredHead | undefined>;
  set(file: string, head: StoredHead): Promise<void>;
  delete(file: string): Promise<void>;
}

export interface StoredHead extends Head {
  /** Entries for which the writing window itself has vouched, where a later start adopted more. */
  readonly sure?: number;
  /** The beginning of an entry at the end of the file that was cut off while it was written. */
  readonly torn?: { readonly bytes: number; readonly sha256: string };
  /** What is wrong with the file and has been said in the record. */
  readonly said?: RepairFinding['what'];
}
