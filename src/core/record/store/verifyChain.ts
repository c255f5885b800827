import { type Head, type LineFault, verifyLine } from './chain.ts';
import { linesByChunk } from './lineReaders.ts';
import type { RecordFiles } from './recordFiles.ts';

/** The head up to which the chain of a file is consistent, and the fault or the bytes after it. */
export interface ChainEnd {
  readonly head: Head;
  /** The fault of the line after `head`. */
  readonly fault?: LineFault;
  /** The bytes after the last line end. */
  readonly rest?: Buffer;
}

export interface VerifyChainOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each entry without a fault, with its line and the head after it. */
  readonly onEntry?: (line: Buffer, head: Head) => void;
  /** Called after each chunk with the number of entries so far. */
  readonly onProgress?: (entries: number) => void;
}

/** Verifies the chain of a file from the head `from` up to the first fault, or to the end of the file. */
export async function verifyChain(
  files: RecordFiles,
  file: string,
  from: Head,
  options: VerifyChainOptions = {},
): Promise<ChainEnd> {
  let head = from;
  for await (const lines of linesByChunk(files, file, from.bytes, options.signal)) {
    for (const line of lines) {
      if (!line.whole) {
        return line.bytes.length > 0 ? { head, rest: line.bytes } : { head, fault: 'notJson' };
      }
      const verified = verifyLine(head, line.bytes);
      if ('fault' in verified) {
        return { head, fault: verified.fault };
      }
      head = verified.head;
      options.onEntry?.(line.bytes, head);
    }
    options.onProgress?.(head.count);
  }
  return { head };
}
