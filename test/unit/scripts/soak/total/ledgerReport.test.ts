import assert from 'node:assert/strict';
import { ledgerReport } from '#scripts/soak/total/ledgerReport.ts';
import { newLedger } from '#scripts/soak/total/totalLedger.ts';

const counts = {
  'fault: an agent ends': 4,
  'call: sent, plain': 10,
  'call: ended, result: plain': 7,
  'call: open when the run was interrupted': 2,
  'call: answered early and kept': 3,
  'request: asked by a server': 9,
  'request: answered to the server, accept': 5,
  'request: refused to the server, -32001': 1,
  'request: open when its call or its server ended': 3,
  'request: withdrawn, "The window is closing."': 2,
  'answer: given, accept': 6,
  'answer: given by the agent itself': 1,
  'answer: reached its call; the window shows sent': 5,
  'answer: was too late, and the window said so': 1,
  'left: a file': 1,
  'left: looked for': 2,
};

/** The cells of the row that begins with this text, without it. */
function row(report: string, title: string, nth = 0): string[] {
  const lines = report.split('\n').filter((line) => line.startsWith(`| ${title} |`));
  return (lines[nth] ?? assert.fail(title))
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

describe('the text about a run', () => {
  const report = ledgerReport({
    ...newLedger(5, 10),
    minutesDone: 10,
    segmentsEnded: 1,
    counts,
    failures: ['it broke'],
  });

  it('says what became of calls, requests and answers, and what is unaccounted', () => {
    const rows = ['calls sent', 'requests asked by servers', 'answers given by users', 'files left'];
    assert.deepEqual(
      rows.map((title) => row(report, title)[0]),
      ['10', '9', '7', '1'],
    );
    assert.deepEqual(
      [0, 1, 2].map((nth) => row(report, '… unaccounted', nth)[0]),
      ['1', '0', '1'],
    );
    assert.match(report, /1 failures\n- it broke$/);
  });

  it('names faults that never happened', () => {
    assert.deepEqual([row(report, 'an agent ends'), row(report, 'a window closes')], [['4'], ['0']]);
  });

  it('adds the segment that ran when it was written', () => {
    const running = { segment: 1, minutes: 3, steps: 7, counts, failures: [], memory: [], folder: '' };
    const text = ledgerReport({ ...newLedger(5, 10), counts, running });
    assert.match(text, /^Seed 5: 3 of 10 minutes in 0 segments that ended and 1 that were interrupted, 7 steps/);
    assert.deepEqual(row(text, 'calls sent'), ['20']);
  });

  it('fits memory after the start of each process', () => {
    const samples = [
      [0, 10, 1],
      [120, 80, 9],
      [1920, 81, 9],
    ] as const;
    const memory = [{ segment: 1, process: 'window' as const, samples: [...samples] }];
    const text = ledgerReport({ ...newLedger(5, 10), memory });
    assert.deepEqual(row(text, 'resident memory of windows'), ['2.00', '', '1', '2']);
    assert.deepEqual(row(text, 'heap of windows, after a garbage collection'), ['0.00', '', '1', '2']);
    assert.deepEqual(row(text, 'resident memory of proxies')[0], 'too few samples');
  });
});
