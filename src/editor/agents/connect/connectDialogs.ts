import { t } from '@vscode/l10n';
import type { AgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormat.ts';
import type { AgentServer } from '#core/agents/connect/agentServers.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import { errorText } from '#core/common/errors.ts';
import type { EditorAgent, LendableServer } from '#editor/agents/agentMode/lendableServers.ts';
import type { ConnectedItem } from '#editor/agents/connections/connectedItems.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';

/** The maximum length of the reason in a message about an error, in characters. */
export const maxReasonLength = 500;

/** A server that can be chosen, and the file in which it is. */
export interface ServerRow {
  readonly configuration: AgentConfiguration;
  readonly server: AgentServer;
}

/** What can be connected of an agent. */
export type ConnectWay = 'hook' | 'servers' | 'lent';

/** What the user decides for all chosen servers. */
export interface WrappingOptions {
  readonly raisesLimit: boolean;
  readonly isRequired: boolean;
  /** True if the servers may also ask in folders that no window has open. */
  readonly allFolders: boolean;
}

/** The options as they are offered. */
export interface OptionsOffer {
  /** The limit that would be raised, in milliseconds; absent if none would be. */
  readonly limitMs?: number;
  readonly ticked: WrappingOptions;
}

/** A change that is shown before it is made, or to be made by the user. */
export interface ShownChange {
  readonly title: string;
  readonly path: string;
  /** What the user should know, as sentences. */
  readonly remarks: readonly string[];
  /** The text before the change. Absent: `after` is a text that is compared with nothing. */
  readonly before?: string;
  readonly after: string;
}

/** A text that is shown while the user decides whether an agent may use servers of this host. */
export interface ShownLending {
  readonly title: string;
  readonly text: string;
}

/** How the user decides. A result of `undefined` or `false` means that the user has dismissed the question. */
export interface ConnectDialogs {
  /** All servers by the hook of Claude Code, chosen ones by the proxy, or servers of this host. Asked where there is a choice. */
  chooseWay(agent: FoundAgent, ways: readonly ConnectWay[]): Promise<ConnectWay | undefined>;
  /** Servers of this host that are to be lent. */
  chooseLent(agent: FoundAgent, servers: readonly LendableServer[]): Promise<readonly LendableServer[] | undefined>;
  /** `editorAgent`: the editor's own agent, if it has one. */
  chooseAgent(
    agents: readonly FoundAgent[],
    editorAgent: EditorAgent | undefined,
  ): Promise<FoundAgent | EditorAgent | undefined>;
  /** The rows with a `refusal` cannot be chosen. */
  chooseServers(agent: FoundAgent, rows: readonly ServerRow[]): Promise<readonly ServerRow[] | undefined>;
  chooseOptions(format: AgentFormat, offer: OptionsOffer): Promise<WrappingOptions | undefined>;
  confirmChange(change: ShownChange): Promise<boolean>;
  /** Shows lines that the user has to copy, and copies them if the user wants that. `reason`: why the file is not changed. */
  offerCopy(change: ShownChange, reason: string, lines: string): Promise<boolean>;
  /** Shows progress while a server is tried. `undefined` if the user does not want to wait for the result. */
  whileTrying(server: string, result: () => Promise<TrialResult>): Promise<TrialResult | undefined>;
  /** Says what was connected, and what the trial has shown. True to undo it. */
  offerUndo(text: string, isProblem: boolean, details: string): Promise<boolean>;
  /** The servers that the agent may use from now on. */
  chooseForEditor(agent: EditorAgent): Promise<readonly LendableServer[] | undefined>;
  /** `agent`: its name, or that of the editor. `lends`: the change lends servers, and does not only end that. */
  confirmLending(change: ShownLending, agent: string, lends: boolean): Promise<boolean>;
  chooseConnected(
    agents: readonly FoundAgent[],
    editorAgent: EditorAgent | undefined,
  ): Promise<FoundAgent | EditorAgent | undefined>;
  chooseGrants(agent: EditorAgent, grants: readonly LendingGrant[]): Promise<readonly LendingGrant[] | undefined>;
  chooseItems(agent: FoundAgent, items: readonly ConnectedItem[]): Promise<readonly ConnectedItem[] | undefined>;
  /** Says what could not be restored. `forget`: the agent may not ask any more, although its file is as it is. */
  offerForgetting(change: ShownChange, reason: string): Promise<boolean>;
  /** Asks whether agents are to be switched off, because nothing is connected any more. */
  confirmDisabling(text: string): Promise<boolean>;
  showMessage(text: string): void;
  showProblem(text: string): void;
}

/** The text, whether it tells of a problem, and details of it. */
type DoneTexts = Parameters<ConnectDialogs['offerUndo']>;

/** Says what was done, and undoes it by `undo` if the user wants that. Says so if that fails. */
export async function offerToUndo(
  dialogs: Pick<ConnectDialogs, 'offerUndo' | 'showProblem'>,
  done: DoneTexts,
  undo: () => Promise<void>,
): Promise<void> {
  if (!(await dialogs.offerUndo(...done))) {
    return;
  }
  try {
    await undo();
  } catch (error) {
    dialogs.showProblem(
      t('Undo has failed. {0} Disconnect the agent to try again.', errorText(error, maxReasonLength)),
    );
  }
}
