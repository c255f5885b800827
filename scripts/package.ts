// npm run package: builds and packages the extension, and prints the files of the VSIX with their sizes, unpacked and packed.
//   --release  for the marketplaces, with absolute links and a bill of materials: npm run release calls it in a clone
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { packageRelease } from '#scripts/lib/release/packageRelease.ts';
import { packageWithinBudgets, vsixPath } from '#scripts/lib/vsix.ts';

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(9)} kB`;

const entries = await (process.argv.includes('--release') ? packageRelease() : packageWithinBudgets());
for (const { name, size, compressedSize } of entries) {
  console.log(`${kilobytes(size)} ${kilobytes(compressedSize)}  ${name}`);
}
console.log(`${basename(vsixPath)}: ${entries.length} files,${kilobytes(statSync(vsixPath).size)}`);
