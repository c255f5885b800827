import type { ConfigSyntax } from './configText.ts';
import { jsonSyntax } from './jsonConfig.ts';
import { tomlSyntax } from './tomlConfig.ts';

/** The agents whose configuration is read and changed. The ids are those of the clients of the endpoint. */
export type AgentId = 'claude' | 'codex' | 'gemini' | 'opencode' | 'cline' | 'copilot';

/** How an agent writes its servers. `docs/agents.md` names the source of each fact. */
export interface AgentFormat {
  readonly id: AgentId;
  /** The agent's name for the user. */
  readonly label: string;
  readonly syntax: ConfigSyntax;
  /** The key of the servers in the file. */
  readonly serversKey: string;
  /** True if `command` is a list that holds the arguments, too. */
  readonly hasCommandList: boolean;
  readonly environmentKey: string;
  readonly limit: AgentLimit;
  /** True if the user may ask that the agent waits for the server at its start: Codex's `required`. */
  readonly hasRequired: boolean;
  /**
   * Matches a reference to an environment variable in a text, with the name in a group called `name`, and in one called
   * `otherwise` what stands for a variable that is not set. Absent: the agent replaces none.
   */
  readonly variablePattern?: RegExp;
  /** True if variables are replaced in the command and the arguments, too, and not in the environment alone. */
  readonly replacesInArguments: boolean;
}

/** How long an agent waits for a call. */
interface AgentLimit {
  readonly key: string;
  /** The unit of the key, in milliseconds. */
  readonly unitMs: number;
  /** The limit without the key. */
  readonly defaultMs: number;
  /** True if progress notifications extend it. Then it need not be raised. */
  readonly progressExtends: boolean;
  /** The limit that Connect writes. */
  readonly longMs: number;
  /** A longer one in the file counts as this. Absent: any counts. */
  readonly maxMs?: number;
}

const dayMs = 86_400_000;
const shellVariable = /\$(?:(?<name>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)\})/g;
const bracedVariable = /\$\{(?<name>[A-Za-z_]\w*)(?::-(?<otherwise>[^}]*))?\}/g;

const jsonServers = {
  syntax: jsonSyntax,
  serversKey: 'mcpServers',
  hasCommandList: false,
  environmentKey: 'env',
  hasRequired: false,
} as const;

const claude: AgentFormat = {
  ...jsonServers,
  id: 'claude',
  label: 'Claude Code',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 100_000_000, progressExtends: false, longMs: dayMs },
  variablePattern: bracedVariable,
  replacesInArguments: true,
};

const codex: AgentFormat = {
  id: 'codex',
  label: 'Codex',
  syntax: tomlSyntax,
  serversKey: 'mcp_servers',
  hasCommandList: false,
  environmentKey: 'env',
  limit: { key: 'tool_timeout_sec', unitMs: 1000, defaultMs: 300_000, progressExtends: false, longMs: dayMs },
  hasRequired: true,
  replacesInArguments: false,
};

const gemini: AgentFormat = {
  ...jsonServers,
  id: 'gemini',
  label: 'Gemini CLI',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 600_000, progressExtends: false, longMs: dayMs },
  variablePattern: shellVariable,
  replacesInArguments: true,
};

const opencode: AgentFormat = {
  id: 'opencode',
  label: 'opencode',
  syntax: jsonSyntax,
  serversKey: 'mcp',
  hasCommandList: true,
  environmentKey: 'environment',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 60_000, progressExtends: true, longMs: dayMs },
  hasRequired: false,
  variablePattern: /\{env:(?<name>[^}]+)\}/g,
  replacesInArguments: true,
};

const cline: AgentFormat = {
  ...jsonServers,
  id: 'cline',
  label: 'Cline',
  limit: {
    key: 'timeout',
    unitMs: 1000,
    defaultMs: 60_000,
    progressExtends: false,
    longMs: 3_600_000,
    maxMs: 3_600_000,
  },
  variablePattern: /\$\{env:(?<name>[^}]+)\}/g,
  replacesInArguments: false,
};

const copilot: AgentFormat = {
  ...jsonServers,
  id: 'copilot',
  label: 'Copilot CLI',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 30_000, progressExtends: true, longMs: dayMs },
  variablePattern: /\$(?:(?<name>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)(?::-(?<otherwise>[^}]*))?\})/g,
  replacesInArguments: false,
};

/** The agents in the order in which they are offered. */
export const agentFormats: Readonly<Record<AgentId, AgentFormat>> = { claude, codex, gemini, opencode, cline, copilot };
