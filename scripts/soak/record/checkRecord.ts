import { readRecordPage } from '#core/record/history/recordPage.ts';
import { repairRecord } from '#core/record/repair.ts';
import { verifyRecord } from '#core/record/verify.ts';
import type { Ledger } from '#scripts/soak/common/ledger.ts';
import { lastWriter, sharedRecord } from './soakRecord.ts';

const all = { limit: 1_000_000, maxLines: 1_000_000 };

/**
 * Verifies the record that the windows of a folder have written, as the next window does at its start, and compares it with the
 * answers that users gave. Each difference is a failure. Called when the windows have ended.
 * @param maxMs no request can have waited longer
 */
export async function checkRecord(folder: string, ledger: Ledger, maxMs: number): Promise<void> {
  const { files, heads } = sharedRecord(folder);
  const writer = lastWriter(folder);
  await repairRecord({ files, heads, writer, settleMs: 1, onFailure: (error) => ledger.fail(`The record: ${error}`) });
  await writer.flush();
  const report = await verifyRecord(files, heads);
  for (const { file, problem } of report.files) {
    if (problem) ledger.fail(`The record's file ${file} has a problem: ${JSON.stringify(problem)}`);
  }
  const { entries } = await readRecordPage(files, all);
  const answers: string[] = [];
  for (const { entry } of entries) {
    ledger.counts.add(`record: entries, ${entry.kind}`);
    if (entry.kind !== 'elicitation') continue;
    ledger.counts.add(`record: ${entry.decision}, ${entry.unsent ? 'not sent' : (entry.delivery ?? 'sent')}`);
    if (entry.waitedMs > maxMs) ledger.fail(`A request is recorded that waited for ${entry.waitedMs} ms`);
    for (const { name, value } of entry.fields ?? []) {
      if (name === 'answer' && typeof value === 'string') answers.push(value);
    }
  }
  compareRecorded(answers, ledger);
}

/** Checks that the record has each answer with a text, once. A window that was killed may not have recorded its last. */
export function compareRecorded(recorded: readonly string[], ledger: Ledger): void {
  const seen = new Set<string>();
  for (const answer of recorded) {
    if (seen.has(answer)) ledger.fail(`The answer ${answer} is recorded twice`);
    seen.add(answer);
    if (!ledger.hasAnswer(answer)) ledger.fail(`The answer ${answer} is recorded, but no user gave it`);
  }
  for (const [answer, mustBeRecorded] of ledger.answersForRecord) {
    if (seen.has(answer)) continue;
    if (mustBeRecorded) ledger.fail(`The answer ${answer} is not recorded`);
    else ledger.counts.add('record: answers that a window was killed before it recorded');
  }
}
