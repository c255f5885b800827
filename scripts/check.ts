// npm run check: checks the types of every project of tsconfig.json, and that each message gets as many values as it has
// placeholders; formatting, lint and the packages that each part may import; the structure of files and folders; the
// bundle of messages, and its translations; the size of the shipped files, and the licences of the shipped packages.
// npm run check -- --graph: only prints the folders of src/core in dependency order, each with the folders that it imports.
import { readFileSync } from 'node:fs';
import { budgetProblems, filesToShip } from '#scripts/lib/budgets.ts';
import { bundleOfSources, bundlePath } from '#scripts/lib/messageBundle.ts';
import { root, runInTerminal, secondsSince } from '#scripts/lib/process.mjs';
import { writeStrictConfigs } from '#scripts/lib/strictTexts.ts';
import { projectRules } from '#scripts/lib/structure/projectRules.ts';
import { checkStructure, folderGraph } from '#scripts/lib/structure/structureCheck.ts';
import { allTranslationProblems } from '#scripts/lib/translations.ts';

if (process.argv.includes('--graph')) {
  console.log(folderGraph(root, 'src/core'));
  process.exit();
}

const started = performance.now();
const failed: string[] = [];
const types = await runInTerminal(process.execPath, [
  'node_modules/typescript/bin/tsc',
  '--build',
  writeStrictConfigs(),
]);
if (types !== 0) failed.push('types');
const colors = process.stdout.isTTY ? [] : ['--colors=off'];
const biome = await runInTerminal(process.execPath, [
  'node_modules/@biomejs/biome/bin/biome',
  'ci',
  '--error-on-warnings',
  ...colors,
]);
if (biome !== 0) failed.push('biome');
const structure = checkStructure(root, projectRules);
if (structure.problems.length > 0) {
  failed.push('structure');
  console.log(structure.problems.join('\n'));
}
if ((await bundleOfSources()) !== readFileSync(bundlePath, 'utf8')) {
  failed.push('l10n');
  console.log('l10n/bundle.l10n.json does not match the sources: run npm run l10n.');
}
const translations = allTranslationProblems();
if (translations.length > 0) {
  failed.push('translations');
  console.log(translations.join('\n'));
}

const toShip = await filesToShip();
const tooLarge = budgetProblems(toShip.files);
if (tooLarge.length > 0) {
  failed.push('size');
  console.log(tooLarge.join('\n'));
}
if (toShip.noticeProblems.length > 0) {
  failed.push('notices');
  console.log(toShip.noticeProblems.join('\n'));
}

console.log(failed.length === 0 ? `Checked in ${secondsSince(started)}` : `Not clean: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
