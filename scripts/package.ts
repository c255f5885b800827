// npm run package: builds and packages the extension, and prints the files of the VSIX with their sizes, unpacked and packed.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { packageVsix, vsixPath } from '#scripts/lib/vsix.ts';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(9)} kB`;

const entries = await packageVsix();
for (const { name, size, compressedSize } of entries) {
  console.log(`${kilobytes(size)} ${kilobytes(compressedSize)}  ${name}`);
}
console.log(`${basename(vsixPath)}: ${entries.length} files,${kilobytes(statSync(vsixPath).size)}`);
