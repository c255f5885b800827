import type { MemorySeries } from './memorySeries.ts';

/** What a segment, or a whole run, has counted. */
export interface LedgerNumbers {
  readonly steps: number;
  /** By what happened, with the section before it: "fault: a window closes". */
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly memory: readonly MemorySeries[];
}

/** What one segment of a run has counted. */
export interface SegmentLedger extends LedgerNumbers {
  /** From 1. */
  readonly segment: number;
  /** How long it has run, without its start and its end. */
  readonly minutes: number;
  /** Its temporary folder, which it removes at its end. */
  readonly folder: string;
}
