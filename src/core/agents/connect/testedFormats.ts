import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { tomlSyntax } from '#core/agents/syntax/tomlConfig.ts';
import { type AgentFormat, type AgentId, dayMs, usualFormat } from './agentFormat.ts';

const shellVariable = /\$(?:(?<name>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)\})/g;
const bracedVariable = /\$\{(?<name>[A-Za-z_]\w*)(?::-(?<otherwise>[^}]*))?\}/g;
const jsonServers = { ...usualFormat, isTested: true, syntax: jsonSyntax } as const;

const claude: AgentFormat = {
  ...jsonServers,
  id: 'claude',
  label: 'Claude Code',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 100_000_000, progressExtends: false, longMs: dayMs },
  variablePattern: bracedVariable,
  replacesInArguments: true,
};

const codex: AgentFormat = {
  ...usualFormat,
  id: 'codex',
  label: 'Codex',
  isTested: true,
  syntax: tomlSyntax,
  serversKey: 'mcp_servers',
  limit: { key: 'tool_timeout_sec', unitMs: 1000, defaultMs: 300_000, progressExtends: false, longMs: dayMs },
  hasRequired: true,
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
  ...jsonServers,
  id: 'opencode',
  label: 'opencode',
  serversKey: 'mcp',
  hasCommandList: true,
  environmentKey: 'environment',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 60_000, progressExtends: true, longMs: dayMs },
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
};

const copilot: AgentFormat = {
  ...jsonServers,
  id: 'copilot',
  label: 'Copilot CLI',
  limit: { key: 'timeout', unitMs: 1, defaultMs: 30_000, progressExtends: true, longMs: dayMs },
  variablePattern: /\$(?:(?<name>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)(?::-(?<otherwise>[^}]*))?\})/g,
};

/** The agents of which a version was run with a connected server. */
export const testedFormats = { claude, codex, gemini, opencode, cline, copilot } satisfies Partial<
  Record<AgentId, AgentFormat>
>;
