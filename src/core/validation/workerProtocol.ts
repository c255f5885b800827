/** The messages between the extension host and the worker thread: tasks, and one reply to each message with tasks. */
import type { PatternVerdict } from '#form/evaluate.ts';
import type { PatternTask, ValidationResult } from './checker.ts';

export type Work =
  | { readonly kind: 'patterns'; readonly owner: string; readonly tests: readonly PatternTask[] }
  | {
      readonly kind: 'check';
      readonly owner: string;
      /** The JSON of the schema, which takes less time to pass and to recognize than an object. */
      readonly schema: string;
      readonly value: unknown;
      readonly formats?: 'asserted' | undefined;
    };

/** Tasks that run one after the other. */
export interface WorkerRequest {
  readonly id: number;
  readonly tasks: readonly Work[];
}

export interface WorkerReply {
  /** The id of the request. */
  readonly id: number;
  /** One result for each task, in order. */
  readonly results: readonly (readonly PatternVerdict[] | ValidationResult)[];
}
