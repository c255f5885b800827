import type { CallTable } from './callTable.ts';
import type { Deadlines } from './deadlines.ts';
import type { Effects } from './effects.ts';
import type { MachineOptions, ReportedClient } from './machineEvents.ts';

/** What the parts of the machine share. */
export interface Session {
  readonly options: MachineOptions;
  readonly effects: Effects;
  readonly deadlines: Deadlines;
  readonly calls: CallTable;
  /** The time of the current event. */
  now: number;
  /** True after the agent's last message: nothing can be answered to the server any more. */
  hasAgentEnded: boolean;
  /** What the agent and the server said about themselves, as far as they have. */
  readonly peers: {
    client: ReportedClient;
    server?: { readonly name: string; readonly version?: string | undefined } | undefined;
    protocolVersion?: string | undefined;
    /** That of the agent's requests; `legacy` after `initialize`, whatever came before. */
    era?: 'legacy' | 'modern';
    /** True if the server creates tasks for tool calls that ask for one. */
    createsTasks?: boolean;
    /** True if the server can cancel tasks. */
    cancelsTasks?: boolean;
    /** The agent's own `elicitation` capability in `initialize`. */
    agentElicitation?: unknown;
  };
}
