import type { ConfigSyntax } from '#core/agents/syntax/configText.ts';

/** The agents whose configuration is read and changed. The ids are those of the clients of the endpoint. */
export type AgentId =
  | 'claude'
  | 'codex'
  | 'gemini'
  | 'opencode'
  | 'cline'
  | 'copilot'
  | 'vscode'
  | 'cursor'
  | 'windsurf'
  | 'zed'
  | 'roo'
  | 'kilo'
  | 'kilo5'
  | 'continue'
  | 'goose'
  | 'claude-desktop';

/** How an agent writes its servers. `docs/agents.md` names the source of each fact. */
export interface AgentFormat {
  readonly id: AgentId;
  /** The agent's name for the user. */
  readonly label: string;
  /** True if a connected server was started by a version of the agent. False if its files are known from sources only. */
  readonly isTested: boolean;
  readonly syntax: ConfigSyntax;
  /** The key of the servers in the file. */
  readonly serversKey: string;
  /** True if the servers are a list of entries with a `name`. */
  readonly hasServerList: boolean;
  readonly commandKey: 'command' | 'cmd';
  /** True if the command is a list that holds the arguments, too. */
  readonly hasCommandList: boolean;
  readonly environmentKey: string;
  /** Absent: no limit can be set in the file. */
  readonly limit?: AgentLimit;
  /** The limit of an agent in whose file none can be set, in milliseconds. Absent there: it has none, or none that is known. */
  readonly fixedLimitMs?: number;
  /** True if the user may ask that the agent waits for the server at its start: Codex's `required`. */
  readonly hasRequired: boolean;
  /** True if the agent has no project, so that its servers ask only if they may ask in all folders. */
  readonly hasNoFolder: boolean;
  /**
   * Matches a reference to an environment variable in a text, with the name in a group called `name`, and in one called
   * `otherwise` what stands for a variable that is not set. A group called `place` is a folder of the editor, such as
   * `workspaceFolder`. Absent: the agent replaces none.
   */
  readonly variablePattern?: RegExp;
  /** True if variables are replaced in the command and the arguments, too, and not in the environment alone. */
  readonly replacesInArguments: boolean;
  /** Matches a variable that only the agent can replace, such as an input that it asks for. */
  readonly openVariable?: RegExp;
}

/** How long an agent waits for a call. */
interface AgentLimit {
  readonly key: string;
  /** The unit of the key, in milliseconds. */
  readonly unitMs: number;
  /** The limit without the key. */
  readonly defaultMs: number;
  /** The key at the top of the file that sets the limit of all servers without one of their own. */
  readonly fileKey?: string;
  /** True if progress notifications extend it. Then it need not be raised. */
  readonly progressExtends: boolean;
  /** The limit that Connect writes. */
  readonly longMs: number;
  /** The highest limit that the agent accepts: it takes a higher one in its file as this one. Absent: it accepts any. */
  readonly maxMs?: number;
}

export const dayMs = 86_400_000;

/** What most agents have in common. */
export const usualFormat = {
  serversKey: 'mcpServers',
  hasServerList: false,
  commandKey: 'command',
  hasCommandList: false,
  environmentKey: 'env',
  hasRequired: false,
  hasNoFolder: false,
  replacesInArguments: false,
} as const satisfies Partial<AgentFormat>;

/** True if Connect would raise the limit of a server. */
export function needsLongerLimit({ limit }: AgentFormat, limitMs: number | undefined): limitMs is number {
  return limit !== undefined && limitMs !== undefined && !limit.progressExtends && limitMs < limit.longMs;
}
