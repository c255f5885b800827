// The types of every project that tsconfig.json names, each under its own rules, with messages that get exactly the texts they
// have places for; then formatting, lint and the import fences, the messages, how large everything is that would be shipped, and
// the licences of what is shipped of others.
import { readFileSync } from 'node:fs';
import { budgetProblems, filesToShip } from '#scripts/lib/budgets.ts';
import { bundleOfSources, bundlePath } from '#scripts/lib/messageBundle.ts';
import { runHere, secondsSince } from '#scripts/lib/process.mjs';
import { allStrictlyTyped } from '#scripts/lib/strictMessages.ts';

const started = performance.now();
const failed: string[] = [];
const types = await runHere(process.execPath, ['node_modules/typescript/bin/tsc', '--build', allStrictlyTyped()]);
if (types !== 0) failed.push('types');
const colors = process.stdout.isTTY ? [] : ['--colors=off'];
const biome = await runHere(process.execPath, [
  'node_modules/@biomejs/biome/bin/biome',
  'ci',
  '--error-on-warnings',
  ...colors,
]);
if (biome !== 0) failed.push('biome');
if ((await bundleOfSources()) !== readFileSync(bundlePath, 'utf8')) {
  failed.push('l10n');
  console.log('l10n/bundle.l10n.json is not what the sources say: run npm run l10n.');
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
