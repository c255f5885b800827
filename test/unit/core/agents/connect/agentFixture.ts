import type { AgentId } from '#core/agents/connect/agentFormat.ts';

/** A file of an agent, written after its documentation, and its servers that can be connected. */
export interface Fixture {
  readonly agent: AgentId;
  readonly what: string;
  readonly text: string;
  readonly names: readonly string[];
}
