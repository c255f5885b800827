// npm run bench: measures time and memory. Each figure is compared with a floor or with a smaller case: both are measured in
// turns in the same run. A whole run writes its figures into docs/performance.md; with names of files in test/bench
// only those benches run, and the figures are printed. Figures of another run or machine are never read, because they
// cannot be compared.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, secondsSince } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { withFigures } from '#test/bench/lib/figures.ts';
import type { Bench, Finding } from '#test/bench/lib/findings.ts';
import { countGoals, findingsAsMarkdown } from '#test/bench/lib/report.ts';

const folder = join(root, 'test/bench');
const page = join(root, 'docs/performance.md');
const names = (await readdir(folder)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  console.error('Figures are compared within one run only, so there is nothing to compare them with from elsewhere.');
  process.exitCode = 1;
} else {
  await measure(chosen.length > 0 ? chosen : names);
}

async function measure(benches: readonly string[]): Promise<void> {
  // Measures the current sources, not an earlier build.
  await packageVsix();
  const runStart = performance.now();
  const machine = machineOf();
  console.log(machine);
  const sections: string[] = [];
  const allFindings: Finding[] = [];
  for (const name of benches) {
    const { bench }: { bench: Bench } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
    const started = performance.now();
    console.log(`\n${name}: ${bench.title}`);
    // If a bench throws, the figures of the others are kept.
    const findings = await bench.run().catch((error: unknown): readonly Finding[] => {
      console.error(error);
      process.exitCode = 1;
      const value = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'it broke';
      return [{ kind: 'fact', what: `${name} could not be measured`, value, reached: false }];
    });
    const text = findingsAsMarkdown(findings);
    console.log(`${text}\n(${secondsSince(started)})`);
    allFindings.push(...findings);
    sections.push(`### ${bench.title}\n\n${text}`);
  }
  const { reached, missed } = countGoals(allFindings);
  console.log(
    `\n${reached} goals reached, ${missed.length} missed, in ${secondsSince(runStart)}${missed.map((what) => `\n  missed: ${what}`).join('')}`,
  );
  if (chosen.length === 0) {
    await writeFile(page, withFigures(await readFile(page, 'utf8'), [machine, ...sections].join('\n\n')));
    console.log('docs/performance.md has the figures of this run.');
  } else {
    console.log('docs/performance.md was left as it is: only a whole run is written there.');
  }
}

function machineOf(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const [load = 0] = loadavg();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory}, load ${load.toFixed(1)} at the start; Node ${process.version}, ${process.platform} ${process.arch}.`;
}
