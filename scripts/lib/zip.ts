import { inflateRawSync } from 'node:zlib';

/** One file of a zip archive. Sizes are in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
/** The compression method of files that are not compressed. */
const stored = 0;

/**
 * Lists the files of a zip archive by its central directory (PKWARE APPNOTE 4.3.12, 4.3.16).
 * @throws Error for zip64, for an archive with a comment, and for other data
 */
export function listZip(archive: Buffer): ZipEntry[] {
  return directoryOf(archive).map(({ name, size, compressedSize }) => ({ name, size, compressedSize }));
}

/**
 * Returns the contents of each file of a zip archive by its name (APPNOTE 4.3.7).
 * @throws Error like `listZip`, and for broken contents
 */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  return new Map(
    directoryOf(archive).map(({ name, compressedSize, method, offset }) => {
      const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
      const contents = archive.subarray(start, start + compressedSize);
      return [name, method === stored ? contents : inflateRawSync(contents)];
    }),
  );
}

interface DirectoryEntry extends ZipEntry {
  readonly method: number;
  /** Where the file's local header begins in the archive. */
  readonly offset: number;
}

function directoryOf(archive: Buffer): DirectoryEntry[] {
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error('This is not a plain zip archive.');
  const entries: DirectoryEntry[] = [];
  let offset = archive.readUInt32LE(end + 16);
  for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining--) {
    if (archive.readUInt32LE(offset) !== directoryEntry) throw new Error('The zip archive has a broken directory.');
    const nameEnd = offset + 46 + archive.readUInt16LE(offset + 28);
    entries.push({
      name: archive.toString('utf8', offset + 46, nameEnd),
      size: archive.readUInt32LE(offset + 24),
      compressedSize: archive.readUInt32LE(offset + 20),
      method: archive.readUInt16LE(offset + 10),
      offset: archive.readUInt32LE(offset + 42),
    });
    offset = nameEnd + archive.readUInt16LE(offset + 30) + archive.readUInt16LE(offset + 32);
  }
  return entries;
}
