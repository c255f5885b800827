import { readZip } from '#scripts/lib/zip.ts';
import { buildDifferences } from './buildDifferences.ts';

/** In a release the links of these pages are absolute, and its README shows the animation of the repository instead of the picture. */
const pages: ReadonlySet<string> = new Set([
  'extension/readme.md',
  'extension/changelog.md',
  'extension/media/question-dark.png',
]);

/** The names of the files by which the VSIX of a release differs from the tested one, without those of its pages. */
export function testedDifferences(tested: Buffer, released: Buffer): string[] {
  return buildDifferences(readZip(tested), readZip(released)).filter((name) => !pages.has(name));
}
