import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';
import { type AgentFormat, type AgentId, dayMs, usualFormat } from './agentFormat.ts';
import { testedFormats } from './testedFormats.ts';

const jsonServers = { ...usualFormat, isTested: false, syntax: jsonSyntax } as const;
const yamlServers = { ...usualFormat, isTested: false, syntax: yamlSyntax } as const;
const editorVariable =
  /\$\{(?:env:(?<name>[^}]+)|(?<place>userHome|workspaceFolder|workspaceFolderBasename|pathSeparator|\/))\}/g;
/** What is left of them, such as `${input:token}` or the folder of a window without one. */
const openEditorVariable = /\$\{[^}]+\}/;
const hourMs = 3_600_000;

/**
 * VS Code has no limit for servers that it starts, declares form and url, and sends a progress token.
 * Source: `src/vs/workbench/contrib/mcp/common/mcpConfiguration.ts`, `mcpServerRequestHandler.ts` in microsoft/vscode.
 */
const vscode: AgentFormat = {
  ...jsonServers,
  id: 'vscode',
  label: 'VS Code',
  serversKey: 'servers',
  variablePattern: editorVariable,
  replacesInArguments: true,
  openVariable: openEditorVariable,
};

/** Its documentation (https://cursor.com/docs/mcp.md) names elicitation as supported, and no limit. */
const cursor: AgentFormat = {
  ...jsonServers,
  id: 'cursor',
  label: 'Cursor',
  variablePattern: editorVariable,
  replacesInArguments: true,
  openVariable: openEditorVariable,
};

/** Its documentation (https://docs.windsurf.com/windsurf/cascade/mcp) names neither elicitation nor a limit. */
const windsurf: AgentFormat = {
  ...jsonServers,
  id: 'windsurf',
  label: 'Windsurf',
  variablePattern: /\$\{env:(?<name>[^}]+)\}/g,
  replacesInArguments: true,
  openVariable: openEditorVariable,
};

/**
 * Zed declares nothing, sends no progress token, and says nothing to the server at its limit.
 * Source: `crates/settings_content/src/project.rs` (`ContextServerCommand`), `crates/context_server/src/client.rs` and
 * `protocol.rs` in zed-industries/zed.
 */
const zed: AgentFormat = {
  ...jsonServers,
  id: 'zed',
  label: 'Zed',
  serversKey: 'context_servers',
  limit: {
    key: 'timeout',
    unitMs: 1000,
    defaultMs: 60_000,
    fileKey: 'context_server_timeout',
    progressExtends: false,
    longMs: dayMs,
  },
};

/**
 * Roo Code declares nothing and sends no progress token. It does not start a server whose limit is above an hour.
 * Source: `src/services/mcp/McpHub.ts`, `src/utils/config.ts` in RooCodeInc/Roo-Code.
 */
const roo: AgentFormat = {
  ...jsonServers,
  id: 'roo',
  label: 'Roo Code',
  limit: {
    key: 'timeout',
    unitMs: 1000,
    defaultMs: 60_000,
    progressExtends: false,
    longMs: hourMs,
    maxMs: hourMs,
  },
  variablePattern: /\$\{(?:env:(?<name>\w+)|(?<place>workspaceFolder))\}/g,
  replacesInArguments: true,
  openVariable: /\$\{workspaceFolder\}/,
};

/**
 * Kilo Code from version 7 on is built on opencode: it declares nothing, and sends a progress token.
 * Source: `packages/opencode/src/config/config.ts`, `packages/opencode/src/mcp/catalog.ts` in Kilo-Org/kilocode.
 */
const kilo: AgentFormat = { ...testedFormats.opencode, id: 'kilo', label: 'Kilo Code', isTested: false };

/** Kilo Code up to version 5 is built on Roo Code. Source: `src/services/mcp/McpHub.ts` in Kilo-Org/kilocode. */
const kilo5: AgentFormat = { ...roo, id: 'kilo5', label: 'Kilo Code 5' };

/**
 * Continue declares nothing and sends no progress token. The key of its limit also sets how long it waits for the server's start.
 * Source: `packages/config-yaml/src/schemas/mcp/index.ts`, `core/config/yaml/yamlToContinueConfig.ts`, `core/tools/callTool.ts` in
 * continuedev/continue.
 */
const continueAgent: AgentFormat = {
  ...yamlServers,
  id: 'continue',
  label: 'Continue',
  hasServerList: true,
  limit: { key: 'connectionTimeout', unitMs: 1, defaultMs: 60_000, progressExtends: false, longMs: hourMs },
  openVariable: /\$\{\{/,
};

/**
 * Goose declares elicitation, and asks in its own window for 300 seconds. It sends a progress token; progress does not extend its
 * limit. Source: `crates/goose/src/agents/extension.rs`, `mcp_client.rs`, `crates/goose/src/config/extensions.rs` in
 * aaif-goose/goose.
 */
const goose: AgentFormat = {
  ...yamlServers,
  id: 'goose',
  label: 'Goose',
  serversKey: 'extensions',
  commandKey: 'cmd',
  environmentKey: 'envs',
  limit: { key: 'timeout', unitMs: 1000, defaultMs: 300_000, progressExtends: false, longMs: dayMs },
};

/**
 * Claude Desktop has a limit of four minutes that its file does not change (https://github.com/anthropics/claude-code/issues/65643,
 * 43791). Its servers start in no project.
 */
const claudeDesktop: AgentFormat = {
  ...jsonServers,
  id: 'claude-desktop',
  label: 'Claude Desktop',
  fixedLimitMs: 240_000,
  hasNoFolder: true,
};

/** The agents that are known from their sources or their documentation: no version of them was run with a connected server. */
export const untestedFormats = {
  vscode,
  cursor,
  windsurf,
  zed,
  roo,
  kilo,
  kilo5,
  continue: continueAgent,
  goose,
  'claude-desktop': claudeDesktop,
} satisfies Partial<Record<AgentId, AgentFormat>>;
