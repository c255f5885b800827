import type { AgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormats.ts';
import type { AgentServer } from '#core/agents/connect/agentServers.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { ConnectedItem } from './connectedItems.ts';
import type { FoundAgent } from './foundAgents.ts';

/** A server that can be chosen, and the file in which it is. */
export interface ServerRow {
  readonly configuration: AgentConfiguration;
  readonly server: AgentServer;
}

/** What the user decides for all chosen servers. */
export interface WrappingOptions {
  readonly raisesLimit: boolean;
  readonly isRequired: boolean;
}

/** A change that is shown before it is made, or to be made by the user. */
export interface ShownChange {
  readonly title: string;
  /** The text of a read-only document. */
  readonly text: string;
  readonly path: string;
}

/** How the user decides. A result of `undefined` or `false` means that the user has dismissed the question. */
export interface ConnectDialogs {
  chooseAgent(agents: readonly FoundAgent[]): Promise<FoundAgent | undefined>;
  /** Of Claude Code: all servers by its hook, or chosen ones by the proxy. */
  chooseWay(hook: AgentConfiguration): Promise<'hook' | 'servers' | undefined>;
  /** The rows with a `refusal` cannot be chosen. */
  chooseServers(agent: FoundAgent, rows: readonly ServerRow[]): Promise<readonly ServerRow[] | undefined>;
  /** `limitMs`: the limit that would be raised; absent if none would be. */
  chooseOptions(format: AgentFormat, limitMs: number | undefined): Promise<WrappingOptions | undefined>;
  /** Asks whether agents are to be switched on. */
  confirmEnabling(): Promise<boolean>;
  confirmChange(change: ShownChange): Promise<boolean>;
  /** Shows lines that the user has to copy, and copies them if the user wants that. `reason`: why the file is not changed. */
  offerCopy(change: ShownChange, reason: string, lines: string): Promise<boolean>;
  /** Shows progress while a server is tried. `undefined` if the user does not want to wait for the result. */
  whileTrying(server: string, result: () => Promise<TrialResult>): Promise<TrialResult | undefined>;
  /** Says what was connected, and what the trial has shown. True to undo it. */
  offerUndo(text: string, isProblem: boolean, details: string): Promise<boolean>;
  chooseConnected(agents: readonly FoundAgent[]): Promise<FoundAgent | undefined>;
  chooseItems(agent: FoundAgent, items: readonly ConnectedItem[]): Promise<readonly ConnectedItem[] | undefined>;
  /** Says what could not be restored. `forget`: the agent may not ask any more, although its file is as it is. */
  offerForgetting(change: ShownChange, reason: string): Promise<boolean>;
  /** Asks whether agents are to be switched off, because nothing is connected any more. */
  confirmDisabling(text: string): Promise<boolean>;
  showMessage(text: string): void;
  showProblem(text: string): void;
}
