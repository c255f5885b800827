// The extension host calls run(): mocha with those of the bundled files beside this one that EDITOR_TESTS names by the
// end of their names, without the extension; by default all tests.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';

/**
 * Runs the editor suite, reporting on the console in lines that begin with `mocha:`, and writes its counts into the file that TEST_COUNTS_FILE names.
 * @throws Error when a test failed: that is how the editor learns it
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  // The editor's own log shares this console.
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
