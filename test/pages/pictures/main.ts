// npm run pictures -- states [--language LANGUAGE] [STATE...]: see scripts/pictures.ts.
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { setLanguage } from '#form/language.ts';
import { installFonts } from '#scripts/lib/fonts.ts';
import { root } from '#scripts/lib/process.mjs';
import { languages, translatedMessages } from '#scripts/lib/translations.ts';
import { allShots, StatePictures, shotName, shotsOfLanguage } from './statePictures.ts';

const { values, positionals } = parseArgs({ options: { language: { type: 'string' } }, allowPositionals: true });
const names = positionals.length > 0 ? positionals : undefined;
const language = values.language && languages.find((each) => each === values.language);
if (values.language && !language)
  throw new Error(`There is no ${values.language}: choose among ${languages.join(', ')}.`);
const folder = join(root, '.cache/pictures', language ? `states-${language}` : 'states');
const messages = language ? translatedMessages(language) : {};
if (language) setLanguage(language, messages);
const pictures = new StatePictures(folder, language ? { language, messages } : {});
const allFindings: string[] = [];

await installFonts();
await rm(folder, { recursive: true, force: true });
for (const shot of language ? shotsOfLanguage(names) : allShots(names)) {
  const { path, findings } = await pictures.take(shot);
  console.log(relative(root, path));
  allFindings.push(...findings.map((finding) => `${shotName(shot)}: ${finding}`));
}
console.log(allFindings.length > 0 ? allFindings.join('\n') : `Pictures in ${folder}. axe finds nothing in them.`);
// Ends the browser, too.
process.exit(allFindings.length > 0 ? 1 : 0);
