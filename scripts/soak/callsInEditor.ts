import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { answerLater } from '#scripts/soak/delayedAnswers.ts';
import { runInEditor } from '#scripts/suites/editorSuite.ts';

interface Report {
  /** The ended calls. `way`: the transport with its era, or a call without messages. */
  readonly calls: { readonly way: string; readonly seconds: number; readonly outcome: string }[];
  /** The number of messages that the HTTP servers received, by server and kind of message. */
  readonly seen: Readonly<Record<string, number>>;
}

/**
 * In a real editor, starts at once a call with a request over every transport and two calls that send no messages, and answers
 * the requests after SOAK_MINUTES (default: 6).
 */
export async function soakInEditor(): Promise<void> {
  const minutes = Number(process.env['SOAK_MINUTES'] ?? 6);
  if (!(minutes > 0)) throw new Error('SOAK_MINUTES has to be a number greater than 0.');

  await packageVsix();
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'soak-'));
  try {
    const reportFile = join(temporaryFolder, 'report.json');
    const { passed, failed } = await runInEditor({
      files: '.soak',
      limitMs: (minutes + 5) * 60_000,
      environment: { SOAK_MINUTES: String(minutes), SOAK_REPORT: reportFile },
      user: (page) => answerLater(page, minutes * 60_000),
    });
    const { calls, seen }: Report = JSON.parse(await readFile(reportFile, 'utf8'));
    console.log('');
    for (const { way, seconds, outcome } of calls) {
      console.log(`${way.padEnd(30)} ${`${seconds} s`.padStart(7)}  ${outcome.slice(0, 100)}`);
    }
    console.log('\nMessages that the HTTP servers received:');
    for (const [message, count] of Object.entries(seen).toSorted())
      console.log(`${String(count).padStart(4)}  ${message}`);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}
