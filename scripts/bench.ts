// npm run bench: measures time and memory. Each figure is compared with a floor or with a smaller case: both are measured in
// turns in the same run. Every bench writes its section of docs/performance.md, with its pictures; with names of files in
// test/bench only those benches run. Figures of another run or machine are never read, because they cannot be compared.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, secondsSince } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import type { Bench, Finding } from '#test/bench/lib/findings.ts';
import { benchSection } from '#test/bench/page/benchSection.ts';
import { sectionsOn, withOverview, withSection } from '#test/bench/page/performancePage.ts';
import { countGoals, findingsAsMarkdown } from '#test/bench/page/tables.ts';

const folder = join(root, 'test/bench');
const page = join(root, 'docs/performance.md');
const names = (await readdir(folder)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
const sections = sectionsOn(await readFile(page, 'utf8'));
const withoutSection = names.filter((name) => !sections.includes(name));

if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  console.error('Figures are compared within one run only, so there is nothing to compare them with from elsewhere.');
  process.exitCode = 1;
} else if (withoutSection.length > 0) {
  console.error(`docs/performance.md has no section for ${withoutSection.join(', ')}.`);
  process.exitCode = 1;
} else {
  await measure(chosen.length > 0 ? chosen : names);
}

async function measure(benches: readonly string[]): Promise<void> {
  // Measures the current sources, not an earlier build.
  await packageVsix();
  const runStart = performance.now();
  const run = describeRun();
  console.log(run);
  const allFindings: Finding[] = [];
  for (const name of benches) {
    const { bench }: { bench: Bench } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
    const started = performance.now();
    console.log(`\n${name}: ${bench.title}`);
    try {
      const findings = await bench.run();
      console.log(`${findingsAsMarkdown(findings)}\n(${secondsSince(started)})`);
      allFindings.push(...findings);
      await writeSection(name, bench.title, run, findings);
    } catch (error) {
      // The other benches run, and the page keeps the earlier figures of this one, with their date.
      console.error(error);
      console.error(`${name} could not be measured. Its section of docs/performance.md was left as it is.`);
      process.exitCode = 1;
    }
  }
  const { reached, missed } = countGoals(allFindings);
  console.log(
    `\n${reached} goals reached, ${missed.length} missed, in ${secondsSince(runStart)}${missed.map((what) => `\n  missed: ${what}`).join('')}`,
  );
}

async function writeSection(name: string, title: string, run: string, findings: readonly Finding[]): Promise<void> {
  const { markdown, pictures } = benchSection(name, title, run, findings);
  const text = await readFile(page, 'utf8');
  await writeFile(page, withOverview(withSection(text, name, markdown), name, findings));
  for (const [path, svg] of pictures) {
    const file = join(dirname(page), path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, svg);
  }
}

/** The day, the machine and its load before the first bench, as a sentence. */
function describeRun(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const [load = 0] = loadavg();
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day} with ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory}, load ${load.toFixed(1)} before the run; Node ${process.version}, ${process.platform} ${process.arch}.`;
}
