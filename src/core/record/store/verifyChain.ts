import { type Head, type LineFault, verifyLink } from './chain.ts';
import { lineBatches } from './lineReaders.ts';
import type { RecordFiles } from './recordFiles.ts';

/** How far the chain of a file holds, and what comes then. */
export interface ChainEnd {
  readonly head: Head;
  /** What is wrong with the line after `head`. */
  readonly fault?: LineFault;
  /** What stands after the last line end. */
  readonly rest?: Buffer;
}

export interface VerifyChainOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each entry that is in order, with its line and the head that it makes. */
  readonly onEntry?: (line: Buffer, head: Head) => void;
  /** Called now and then with the number of entries so far. */
  readonly onProgress?: (entries: number) => void;
}

/** Follows a file's chain from a head of it until something is wrong, or the file ends. */
export async function verifyChain(
  files: RecordFiles,
  file: string,
  from: Head,
  options: VerifyChainOptions = {},
): Promise<ChainEnd> {
  let head = from;
  for await (const lines of lineBatches(files, file, from.bytes, options.signal)) {
    for (const line of lines) {
      if (!line.whole) {
        return line.bytes.length > 0 ? { head, rest: line.bytes } : { head, fault: 'notJson' };
      }
      const followed = verifyLink(head, line.bytes);
      if ('fault' in followed) {
        return { head, fault: followed.fault };
      }
      head = followed.head;
      options.onEntry?.(line.bytes, head);
    }
    options.onProgress?.(head.count);
  }
  return { head };
}
