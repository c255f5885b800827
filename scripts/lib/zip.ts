/** One file of a zip archive; sizes in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Lists a zip archive by its central directory (PKWARE APPNOTE 4.3.12, 4.3.16); no zip64, no archive comment.
 * @throws Error when the bytes are no such archive
 */
export function listZip(archive: Buffer): ZipEntry[] {
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error('This is not a plain zip archive.');
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== directoryEntry) throw new Error('The zip archive has a broken directory.');
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, nameEnd),
      size: archive.readUInt32LE(at + 24),
      compressedSize: archive.readUInt32LE(at + 20),
    });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
