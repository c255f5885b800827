// The types of every part, each under its own rules, then formatting, lint and the import fences, the messages, and how large
// everything is that would be shipped.
import { readFileSync } from 'node:fs';
import { budgetProblems, filesToShip } from './lib/budgets.ts';
import { bundleOfSources, bundlePath } from './lib/l10n.ts';
import { runHere, secondsSince } from './lib/process.mjs';

const projects = ['src/form', 'src/bridge', 'src/core', 'src/demo', 'src/editor', 'webview', 'test', 'scripts'];

const started = performance.now();
const failed: string[] = [];
for (const project of projects) {
  const code = await runHere(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project]);
  if (code !== 0) failed.push(`types of ${project}`);
}
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

const tooLarge = budgetProblems(await filesToShip());
if (tooLarge.length > 0) {
  failed.push('size');
  console.log(tooLarge.join('\n'));
}

console.log(
  failed.length === 0
    ? `Checked ${projects.length} projects in ${secondsSince(started)}`
    : `Not clean: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
