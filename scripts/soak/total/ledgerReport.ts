import type { MemorySeries } from '#scripts/soak/agents/memorySeries.ts';
import { LedgerCounts } from '#scripts/soak/common/ledgerCounts.ts';
import { memorySlope } from './memorySlope.ts';
import { faultsOf, type TotalLedger, withoutRunning } from './totalLedger.ts';

const sections = ['call', 'request', 'answer', 'stream', 'window', 'record'] as const;
/** What a process loads and compiles at its start is not fitted. */
const warmUpSeconds = 120;
const open = 'open when the run was interrupted';

/** The text about a run, in Markdown. A segment that runs counts as interrupted. */
export function ledgerReport(written: TotalLedger): string {
  const total = withoutRunning(written);
  return [
    summaryOf(total),
    table(['what', 'number'], accountOf(new LedgerCounts(total.counts))),
    table(['fault', 'times'], Object.entries(faultsOf(total))),
    memoryOf(total.memory),
    `\`\`\`\n${sections.map((section) => listOf(total, section)).join('\n\n')}\n\`\`\``,
    [`${total.failures.length} failures`, ...total.failures.map((text) => `- ${text}`)].join('\n'),
  ].join('\n\n');
}

function summaryOf({ seed, minutes, minutesDone, startedAt, writtenAt, ...total }: TotalLedger): string {
  const { segmentsEnded, segmentsInterrupted, steps } = total;
  const done = `${Math.round(minutesDone * 10) / 10} of ${minutes} minutes`;
  const segments = `${segmentsEnded} segments that ended and ${segmentsInterrupted} that were interrupted`;
  return `Seed ${seed}: ${done} in ${segments}, ${steps} steps, from ${startedAt} to ${writtenAt}.`;
}

/** Calls, requests and answers, each with what is unaccounted: the difference between what began and what became of it. */
function accountOf(counts: LedgerCounts): [string, number][] {
  const sent = counts.sum('call: sent, ');
  const ended = counts.sum('call: ended, ');
  const asked = counts.of('request: asked by a server');
  const requests = {
    answered: counts.sum('request: answered to the server, '),
    'refused with an error': counts.sum('request: refused to the server, '),
    'open when their call or its server ended': counts.of('request: open when its call or its server ended'),
    [open]: counts.of(`request: ${open}`),
  };
  const given = counts.sum('answer: given');
  const answers = {
    'delivered: the server received them': counts.sum('answer: reached its call'),
    'without text, which the window shows as sent': counts.sum('answer: without text'),
    'not delivered, and the window says so': counts.sum('answer: did not reach its call, and the window says so'),
    'too late, and the window says so': counts.sum('answer: was too late'),
    'lost with a window that was killed': counts.sum('answer: lost with its window'),
    'lost with a server that was killed': counts.sum('answer: lost with its server'),
    [open]: counts.of(`answer: ${open}`),
  };
  return [
    ['calls sent', sent],
    ['… ended', ended],
    [`… ${open}`, counts.of(`call: ${open}`)],
    ['… unaccounted', sent - ended - counts.of(`call: ${open}`)],
    ['… answered early, with the call kept for the agent', counts.of('call: answered early and kept')],
    ['requests asked by servers', asked],
    ...rowsOf(asked, requests),
    ['requests that windows withdrew', counts.sum('request: withdrawn, ')],
    ['answers given by users', given],
    ...rowsOf(given, answers),
    ['processes left', counts.of('left: a process')],
    ['files left', counts.of('left: a file')],
    ['segments after which both were looked for', counts.of('left: looked for')],
  ];
}

function rowsOf(all: number, parts: Readonly<Record<string, number>>): [string, number][] {
  const unaccounted = Object.values(parts).reduce((rest, count) => rest - count, all);
  return [...Object.entries(parts), ['unaccounted', unaccounted] as const].map(([what, count]) => [`… ${what}`, count]);
}

function memoryOf(memory: readonly MemorySeries[]): string {
  const seriesOf = (process: MemorySeries['process'], column: 1 | 2) =>
    memory
      .filter((series) => series.process === process)
      .map(({ samples }) =>
        samples.flatMap((sample) => {
          const [seconds, mb] = [sample[0], sample[column]];
          return mb === undefined || seconds < warmUpSeconds ? [] : [[seconds, mb] as const];
        }),
      );
  const fits = [
    ['resident memory of windows', seriesOf('window', 1)],
    ['heap of windows, after a garbage collection', seriesOf('window', 2)],
    ['resident memory of proxies', seriesOf('proxy', 1)],
  ] as const;
  const rows = fits.map(([what, series]) => {
    const slope = memorySlope(series);
    if (!slope) return [what, 'too few samples', '', '', ''];
    const { mbPerHour, standardError, processes, samples } = slope;
    return [what, mbPerHour.toFixed(2), standardError?.toFixed(2) ?? '', processes, samples];
  });
  return `Memory, by least squares over the samples of all processes that live for a whole segment, each with a level of its own, without
its first ${warmUpSeconds} seconds. The standard error compares the processes.

${table(['what', 'MB per hour', 'standard error', 'processes', 'samples'], rows)}`;
}

function listOf({ counts }: TotalLedger, section: (typeof sections)[number]): string {
  return [`${section}s`, ...new LedgerCounts(counts).lines(`${section}: `)].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
