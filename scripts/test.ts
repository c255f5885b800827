// npm test [-- STAGE...]: runs the usual checks and suites, or only these stages (check, unit, pages, conformance, package,
// editor, ...). The last line is "N passed, N failed", the sum of all suites.
import { root, runInTerminal, secondsSince } from '#scripts/lib/process.mjs';
import { packageWithinBudgets } from '#scripts/lib/vsix.ts';
import { runConformance } from '#scripts/suites/conformance/runConformance.ts';
import { runEditorSuite } from '#scripts/suites/editorSuite.ts';
import { runElectronSuite } from '#scripts/suites/electronSuite.ts';
import { runMocha } from '#scripts/suites/mocha.ts';
import { runPagesSuite } from '#scripts/suites/pagesSuite.ts';
import { useRealTemporaryFolder } from '#scripts/suites/realTemporaryFolder.ts';
import { type Counts, failureLines } from '#scripts/suites/testCounts.ts';
import { runWorkbenchSuite } from '#scripts/suites/workbenchSuite.ts';

interface Stage {
  readonly run: () => Promise<Counts>;
  /** True if the stage uses the packaged extension. */
  readonly needsPackage?: true;
}

const noTests: Counts = { passed: 0, failed: 0 };

const stages: Readonly<Record<string, Stage>> = {
  check: { run: check },
  unit: { run: () => runMocha(['--parallel', '--jobs', '4', 'test/unit/**/*.test.ts']) },
  pages: { run: runPagesSuite },
  conformance: { run: () => runConformance() },
  package: { run: () => packageWithinBudgets().then(() => noTests) },
  editor: { run: runEditorSuite, needsPackage: true },
  workbench: { run: runWorkbenchSuite, needsPackage: true },
  electron: { run: runElectronSuite, needsPackage: true },
};
const usualStages = ['check', 'unit', 'pages', 'conformance', 'package', 'editor', 'workbench'];

useRealTemporaryFolder();
await runStages(process.argv.length > 2 ? process.argv.slice(2) : usualStages);

async function runStages(names: readonly string[]) {
  const summary: string[] = [];
  const total = { passed: 0, failed: 0 };
  let hasPackage = true;
  for (const name of withPackaging(names)) {
    const stage = stages[name];
    if (!stage) throw new Error(`There is no ${name}: choose among ${Object.keys(stages).join(', ')}.`);
    if (stage.needsPackage && !hasPackage) {
      summary.push(`${name.padEnd(11)} not run: there is no package`);
      continue;
    }
    const started = performance.now();
    console.log(`\n== ${name}`);
    const counts = await stage.run().catch((error: unknown): Counts => {
      console.error(error instanceof Error ? error.message : error);
      // A stage that throws counts as one failure, so that the last line includes it.
      return { passed: 0, failed: 1 };
    });
    if (name === 'package') hasPackage = counts.failed === 0;
    total.passed += counts.passed;
    total.failed += counts.failed;
    const resultText =
      stage.run === check || name === 'package' ? (counts.failed ? 'failed' : 'ok') : countsText(counts);
    summary.push(`${name.padEnd(11)} ${secondsSince(started).padStart(8)}  ${resultText}`);
    summary.push(...failureLines(counts, root).map((line) => `${' '.repeat(22)}${line}`));
  }
  console.log(`\n${summary.join('\n')}\n\n${countsText(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function withPackaging(names: readonly string[]): readonly string[] {
  const needsPackage = !names.includes('package') && names.some((name) => stages[name]?.needsPackage);
  return needsPackage ? ['package', ...names] : names;
}

function countsText({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

async function check(): Promise<Counts> {
  const code = await runInTerminal(process.execPath, ['scripts/check.ts']);
  return code === 0 ? noTests : { passed: 0, failed: 1 };
}
