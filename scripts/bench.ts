// npm run bench: what things cost, each beside its floor, measured in turns in one run. With names of files in
// test/bench: only those. Nothing is written and nothing is read: figures of another run, or of another machine, say
// nothing about these.
import { readdir } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Bench, tableOf } from '../test/bench/lib/sideBySide.ts';

const folder = join(import.meta.dirname, '../test/bench');
const names = (await readdir(folder)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));

if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  console.error('Figures are compared within one run only, so there is nothing to compare them with from elsewhere.');
  process.exitCode = 1;
} else {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory}, load ${load}`);
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
  for (const name of wanted.length > 0 ? wanted : names) {
    const { bench }: { bench: Bench } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
    console.log(`\n${name}: ${bench.title}`);
    for (const comparison of await bench.run()) console.log(tableOf(comparison));
  }
}
