import type { LoopDelay } from './loopDelay.ts';

/** The agent and its server, as they are configured. */
export interface SessionOptions {
  readonly name: string;
  readonly server: string;
  readonly command: readonly string[];
  readonly era: 'legacy' | 'modern';
  /** The agent's own time limit for a call, in milliseconds; it stands in the arguments of the proxy. */
  readonly limitMs: number | undefined;
  /** True if the agent itself can ask a user. */
  readonly declares: boolean;
  readonly recordFile: string;
  readonly proxy: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly loop: LoopDelay;
}
