// npm run bench: what things cost, each beside its floor or its small case, measured in turns in one run. A whole run writes its figures into
// docs/performance.md; with names of files in test/bench it measures only those and prints them. Figures of another run, or
// of another machine, say nothing about these: they are never read.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, secondsSince } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { withFigures } from '#test/bench/lib/figures.ts';
import type { Bench, Finding } from '#test/bench/lib/findings.ts';
import { goalsOf, markdownOf } from '#test/bench/lib/report.ts';

const folder = join(root, 'test/bench');
const page = join(root, 'docs/performance.md');
const names = (await readdir(folder)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  console.error('Figures are compared within one run only, so there is nothing to compare them with from elsewhere.');
  process.exitCode = 1;
} else {
  await measure(wanted.length > 0 ? wanted : names);
}

async function measure(chosen: readonly string[]): Promise<void> {
  // Measures the current sources, not an earlier build.
  await packageVsix();
  const began = performance.now();
  const machine = machineOf();
  console.log(machine);
  const sections: string[] = [];
  const findings: Finding[] = [];
  for (const name of chosen) {
    const { bench }: { bench: Bench } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
    const started = performance.now();
    console.log(`\n${name}: ${bench.title}`);
    // What breaks one takes none of the others' figures along.
    const found = await bench.run().catch((error: unknown): readonly Finding[] => {
      console.error(error);
      process.exitCode = 1;
      const value = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'it broke';
      return [{ kind: 'fact', what: `${name} could not be measured`, value, reached: false }];
    });
    const text = markdownOf(found);
    console.log(`${text}\n(${secondsSince(started)})`);
    findings.push(...found);
    sections.push(`### ${bench.title}\n\n${text}`);
  }
  const { reached, missed } = goalsOf(findings);
  console.log(
    `\n${reached} goals reached, ${missed.length} missed, in ${secondsSince(began)}${missed.map((what) => `\n  missed: ${what}`).join('')}`,
  );
  if (wanted.length === 0) {
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
