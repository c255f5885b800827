// node scripts/compareWithTested.ts TESTED.vsix RELEASED.vsix: fails if the VSIX of a release has other files than the one that was
// tested, except for its pages. The workflow that publishes runs this without the packages of the project.
import { readFileSync } from 'node:fs';
import { testedDifferences } from '#scripts/lib/release/testedDifferences.ts';

const [tested, released, ...others] = process.argv.slice(2);
if (tested === undefined || released === undefined || others.length > 0) {
  throw new Error('Name the tested VSIX and the one of the release.');
}
const differing = testedDifferences(readFileSync(tested), readFileSync(released));
if (differing.length > 0) {
  console.error(`The VSIX of the release is not the one that was tested:\n${differing.join('\n')}`);
  process.exitCode = 1;
}
