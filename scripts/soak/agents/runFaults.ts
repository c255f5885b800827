import { secondsSince } from '#scripts/lib/process.mjs';
import { FaultRun } from './faultRun.ts';

const sections = ['fault', 'call', 'request', 'answer', 'window'] as const;
const defaultMinutes = 30;
const progressMs = 60_000;

/** Runs agents against faults and prints the ledger. `npm run soak -- agents [MINUTES] [SEED]` */
export async function runFaults([minutesText, seedText]: readonly string[]): Promise<void> {
  const minutes = Number(minutesText ?? defaultMinutes);
  const seed = Number(seedText ?? Date.now() % 2 ** 31);
  if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('usage: npm run soak -- agents [MINUTES] [SEED]');
  const started = performance.now();
  console.log(`${new Date().toISOString()}: ${minutes} minutes, seed ${seed}`);
  const run = new FaultRun(seed, (line) => console.log(`seed ${seed}, ${line}`));
  const { ledger } = run;
  const progress = setInterval(() => {
    console.log(`${secondsSince(started)}: step ${ledger.step}, ${ledger.failures.length} failures`);
  }, progressMs);
  await run.run(minutes).finally(() => clearInterval(progress));
  console.log(`\nSeed ${seed}, ${ledger.step} steps, ${secondsSince(started)}`);
  for (const section of sections) console.log(`\n${section}s\n${ledger.counts.lines(`${section}: `).join('\n')}`);
  console.log(`\n${ledger.failures.length} failures${ledger.failures.map((text) => `\n  ${text}`).join('')}`);
  process.exitCode = ledger.failures.length === 0 ? 0 : 1;
}
