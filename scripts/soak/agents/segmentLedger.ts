import type { MemorySeries } from './memorySeries.ts';

/** What one segment of a run has counted. */
export interface SegmentLedger {
  /** From 1. */
  readonly segment: number;
  /** How long it has run, without its start and its end. */
  readonly minutes: number;
  readonly steps: number;
  /** By what happened, with the section before it: "fault: a window closes". */
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly memory: readonly MemorySeries[];
  /** Its temporary folder, which it removes at its end. */
  readonly folder: string;
}
