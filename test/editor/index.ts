// The entry point of the editor suite, whose `run()` the extension host calls. Runs the bundled test files beside this one whose
// names without the extension end with EDITOR_TESTS, by default with `.test`.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';

/**
 * Runs the editor suite, reports on the console in lines that begin with `mocha:`, and writes the counts to the path in
 * TEST_COUNTS_FILE.
 * @throws Error if a test failed; the editor then ends with an error
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  // The prefix distinguishes these lines from the editor's log on the same console.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => console.log(`mocha:${format(...args)}`);
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 20_000, forbidOnly: true, forbidPending: true });
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith(`${process.env['EDITOR_TESTS'] ?? '.test'}.cjs`)) mocha.addFile(join(import.meta.dirname, file));
  }
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
  });
  const counts = { passed: stats?.passes ?? 0, failed: stats?.failures ?? 1 };
  const file = process.env['TEST_COUNTS_FILE'];
  if (file) writeFileSync(file, JSON.stringify(counts));
  if (counts.failed > 0) throw new Error(`${counts.failed} tests failed.`);
}
