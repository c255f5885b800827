import { faults } from '#scripts/soak/agents/faults.ts';
import type { LedgerNumbers, SegmentLedger } from '#scripts/soak/agents/segmentLedger.ts';
import { LedgerCounts } from '#scripts/soak/common/ledgerCounts.ts';

const version = 1;
const segmentMinutes = 10;
/** Less than this is left only by rounding. */
const leastMinutes = 0.01;

/** What a run has counted in all its segments. */
export interface TotalLedger extends LedgerNumbers {
  readonly version: typeof version;
  readonly seed: number;
  /** How long the run is to take, without the starts and ends of its segments. */
  readonly minutes: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly writtenAt: string;
  /** The process that wrote it last. */
  readonly pid: number;
  readonly minutesDone: number;
  readonly segmentsEnded: number;
  readonly segmentsInterrupted: number;
  /** The segment that runs, as if it was interrupted now. It is not in the other numbers. */
  readonly running?: SegmentLedger;
}

export interface SegmentPlan {
  /** From 1. */
  readonly segment: number;
  readonly minutes: number;
  /** Another one for each segment. */
  readonly seed: number;
}

export function newLedger(seed: number, minutes: number): TotalLedger {
  const now = new Date().toISOString();
  return {
    ...{ version, seed, minutes, startedAt: now, writtenAt: now, pid: process.pid, minutesDone: 0, segmentsEnded: 0 },
    ...{ segmentsInterrupted: 0, steps: 0, counts: {}, failures: [], memory: [] },
  };
}

/** Reads a ledger that was written. What an earlier version did not count is empty. @throws Error if it is none */
export function readLedger(text: string): TotalLedger {
  const ledger = JSON.parse(text) as Partial<TotalLedger> | null;
  const { seed, minutes } = ledger ?? {};
  if (ledger?.version !== version || typeof seed !== 'number' || typeof minutes !== 'number') {
    throw new Error('This is no ledger of a soak of this version.');
  }
  return { ...newLedger(seed, minutes), ...ledger };
}

export function addSegment(total: TotalLedger, segment: SegmentLedger, how: 'ended' | 'interrupted'): TotalLedger {
  const { running: _, ...rest } = total;
  const counts = new LedgerCounts(total.counts);
  counts.addAll(new LedgerCounts(segment.counts));
  return {
    ...rest,
    minutesDone: total.minutesDone + segment.minutes,
    segmentsEnded: total.segmentsEnded + (how === 'ended' ? 1 : 0),
    segmentsInterrupted: total.segmentsInterrupted + (how === 'interrupted' ? 1 : 0),
    steps: total.steps + segment.steps,
    counts: counts.all,
    failures: [...total.failures, ...segment.failures.map((text) => `segment ${segment.segment}, ${text}`)],
    memory: [...total.memory, ...segment.memory],
  };
}

/** The ledger with the segment that ran when it was written, which counts as interrupted. */
export function withoutRunning(total: TotalLedger): TotalLedger {
  return total.running ? addSegment(total, total.running, 'interrupted') : total;
}

/** What is to run next; `undefined` if nothing is left. */
export function nextSegment(total: TotalLedger): SegmentPlan | undefined {
  const left = total.minutes - total.minutesDone;
  if (left < leastMinutes) return undefined;
  const segment = total.segmentsEnded + total.segmentsInterrupted + 1;
  return { segment, minutes: Math.min(segmentMinutes, left), seed: total.seed + segment };
}

/** How often each fault happened. One that is known now is in it also if it never happened. */
export function faultsOf({ counts }: TotalLedger): Record<string, number> {
  const counted = Object.entries(counts).flatMap(([what, count]) =>
    what.startsWith('fault: ') ? [[what.slice('fault: '.length), count] as const] : [],
  );
  const none = Object.keys(faults).map((kind) => [kind, 0] as const);
  return Object.fromEntries([...none, ...counted]);
}

/** True if nothing failed and each fault has happened. */
export function isClean(total: TotalLedger): boolean {
  return total.failures.length === 0 && Object.values(faultsOf(total)).every((count) => count > 0);
}
