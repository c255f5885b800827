// npm run pictures -- states [STATE...]: see scripts/pictures.ts.
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { allShots, StatePictures, shotName } from './statePictures.ts';

const names = process.argv.slice(2);
const folder = join(root, '.cache/pictures/states');
const pictures = new StatePictures(folder);
const allFindings: string[] = [];

await rm(folder, { recursive: true, force: true });
for (const shot of allShots(names.length > 0 ? names : undefined)) {
  const { path, findings } = await pictures.take(shot);
  console.log(relative(root, path));
  allFindings.push(...findings.map((finding) => `${shotName(shot)}: ${finding}`));
}
console.log(allFindings.length > 0 ? allFindings.join('\n') : `Pictures in ${folder}. axe finds nothing in them.`);
// Ends the browser, too.
process.exit(allFindings.length > 0 ? 1 : 0);
