import { parseArgs } from 'node:util';
import { secondsSince } from '#scripts/lib/process.mjs';
import { FaultRun } from './agents/faultRun.ts';
import { LoopDelay } from './agents/loopDelay.ts';
import { removeTemporaryFolder } from './agents/temporaryFolder.ts';
import { isWritten, LedgerFile } from './total/ledgerFile.ts';
import { ledgerReport } from './total/ledgerReport.ts';
import {
  addSegment,
  isClean,
  newLedger,
  nextSegment,
  type SegmentPlan,
  type TotalLedger,
  withoutRunning,
} from './total/totalLedger.ts';

const usage = 'usage: npm run soak -- [MINUTES] [--seed N] [--resume] [--print]';
const defaultMinutes = 10;
const writeEveryMs = 60_000;

interface Arguments {
  readonly minutes: number | undefined;
  readonly seed: number | undefined;
  readonly resume: boolean;
  readonly print: boolean;
}

/**
 * Runs agents against faults in segments, writes the ledger every minute and after each segment, and prints it at the end.
 * `--resume` continues the run of the ledger, by default up to its minutes; `--print` only prints the ledger.
 */
export async function soakInSegments(args: readonly string[]): Promise<void> {
  const { minutes, seed, resume, print } = readArguments(args);
  const file = new LedgerFile();
  if (print) {
    const written = file.read();
    console.log(written ? ledgerReport(written) : `There is no ${file.path}.`);
    return;
  }
  let total = await startingLedger(file, { minutes, seed, resume });
  const loop = new LoopDelay();
  console.log(`${new Date().toISOString()}: ${total.minutesDone} of ${total.minutes} minutes done, seed ${total.seed}`);
  for (let plan = nextSegment(total); plan; plan = nextSegment(total))
    total = await runSegment(plan, total, file, loop);
  // As written, with the time.
  console.log(`\n${ledgerReport(file.read() ?? total)}`);
  process.exitCode = isClean(total) ? 0 : 1;
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: 'string' }, resume: { type: 'boolean' }, print: { type: 'boolean' } },
  });
  const { seed: seedText, resume = false, print = false } = values;
  const [minutes, seed] = [positionals[0], seedText].map((text) => (text === undefined ? undefined : Number(text)));
  const isValid = (minutes === undefined || minutes > 0) && (seed === undefined || Number.isInteger(seed));
  if (!isValid || positionals.length > 1 || (resume && seed !== undefined)) throw new Error(usage);
  return { minutes, seed, resume, print };
}

async function startingLedger(
  file: LedgerFile,
  { minutes, seed, resume }: Omit<Arguments, 'print'>,
): Promise<TotalLedger> {
  const before = resume ? file.read() : readIfPossible(file);
  if (before && isWritten(before)) throw new Error(`The process ${before.pid} writes ${file.path}: end it first.`);
  if (before?.running) await removeTemporaryFolder(before.running.folder);
  if (!resume) {
    file.moveAway();
    return newLedger(seed ?? Date.now() % 2 ** 31, minutes ?? defaultMinutes);
  }
  if (!before) throw new Error(`There is no ${file.path} to continue.`);
  return { ...withoutRunning(before), minutes: minutes ?? before.minutes };
}

/** A new run does not need the ledger of an earlier one. */
function readIfPossible(file: LedgerFile): TotalLedger | undefined {
  try {
    return file.read();
  } catch {
    return undefined;
  }
}

/** The ledger with this segment. It is also written when this process ends before. */
async function runSegment(
  plan: SegmentPlan,
  total: TotalLedger,
  file: LedgerFile,
  loop: LoopDelay,
): Promise<TotalLedger> {
  const { segment, seed } = plan;
  const started = performance.now();
  const run = new FaultRun({
    ...plan,
    loop,
    print: (line) => console.log(`segment ${segment}, seed ${seed}, ${line}`),
  });
  const write = () => {
    const { counted } = run;
    file.write({ ...total, running: counted });
    return counted;
  };
  const writeAtExit = () => void write();
  write();
  process.on('exit', writeAtExit);
  const timer = setInterval(() => {
    const { steps, failures } = write();
    console.log(`segment ${segment}, ${secondsSince(started)}: step ${steps}, ${failures.length} failures`);
  }, writeEveryMs);
  try {
    await run.run();
    const ended = addSegment(total, run.counted, 'ended');
    file.write(ended);
    return ended;
  } catch (error) {
    const { counted } = run;
    const failures = [...counted.failures, `step ${counted.steps}: it could not go on: ${error}`];
    file.write(addSegment(total, { ...counted, failures }, 'interrupted'));
    throw error;
  } finally {
    clearInterval(timer);
    process.off('exit', writeAtExit);
  }
}
