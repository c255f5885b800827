/** The messages between the extension host and the worker thread: one task at a time, and one reply to each task. */
import type { PatternVerdict } from '#form/evaluate.ts';
import type { PatternTask, ValidationResult } from './checker.ts';

export type Work =
  | { readonly kind: 'patterns'; readonly owner: string; readonly tests: readonly PatternTask[] }
  | {
      readonly kind: 'check';
      readonly owner: string;
      readonly schema: unknown;
      readonly value: unknown;
      readonly formats?: 'asserted' | undefined;
    };

export interface WorkerTask {
  readonly id: number;
  readonly work: Work;
}

export interface WorkerReply {
  readonly id: number;
  readonly result: readonly PatternVerdict[] | ValidationResult;
}
