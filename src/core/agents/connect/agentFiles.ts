import { posix, win32 } from 'node:path';
import type { AgentId } from './agentFormats.ts';

/** A file in which an agent may have its configuration. The file need not exist. */
export interface AgentFile {
  readonly agent: AgentId;
  readonly path: string;
  readonly holds: 'servers' | 'hooks';
  /** The folder of the project that the file belongs to. It is shown and never changed. Absent: it is the user's own. */
  readonly folder?: string;
}

export interface AgentEnvironment {
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
  /** The environment of this process. Agents read other places where a variable names one. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The paths of the open folders. */
  readonly folders: readonly string[];
}

type Join = (...segments: string[]) => string;

/** The files of every agent: the user's own first, then those of the open folders. */
export function agentFiles(environment: AgentEnvironment): AgentFile[] {
  const { join } = environment.platform === 'win32' ? win32 : posix;
  const own = ownFiles(join, environment);
  const known = new Set(own.map((file) => file.path));
  const inFolders = environment.folders.flatMap((folder) => projectFiles(join, folder));
  return [...own, ...inFolders.filter((file) => !known.has(file.path))];
}

function ownFiles(join: Join, { userHome, platform, variables }: AgentEnvironment): AgentFile[] {
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  /** The path in a variable. A relative one means another file in each working directory of the agent. */
  const named = (name: string) => {
    const value = variables[name];
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  const openCode = join(named('XDG_CONFIG_HOME') ?? join(userHome, '.config'), 'opencode');
  const clineData = named('CLINE_DATA_DIR') ?? join(named('CLINE_DIR') ?? join(userHome, '.cline'), 'data');
  const clineFile = named('CLINE_MCP_SETTINGS_PATH') ?? join(clineData, 'settings', 'cline_mcp_settings.json');
  const claudeSettings = join(named('CLAUDE_CONFIG_DIR') ?? join(userHome, '.claude'), 'settings.json');
  const servers = (agent: AgentId, path: string): AgentFile => ({ agent, path, holds: 'servers' });
  return [
    // Without the variable it stands beside the folder of the settings.
    servers('claude', join(named('CLAUDE_CONFIG_DIR') ?? userHome, '.claude.json')),
    { agent: 'claude', path: claudeSettings, holds: 'hooks' },
    servers('codex', join(named('CODEX_HOME') ?? join(userHome, '.codex'), 'config.toml')),
    servers('gemini', join(named('GEMINI_CLI_HOME') ?? userHome, '.gemini', 'settings.json')),
    servers('opencode', join(openCode, 'opencode.json')),
    servers('opencode', join(openCode, 'opencode.jsonc')),
    servers('cline', clineFile),
    servers('copilot', join(named('COPILOT_HOME') ?? join(userHome, '.copilot'), 'mcp-config.json')),
  ];
}

function projectFiles(join: Join, folder: string): AgentFile[] {
  const file = (agent: AgentId, ...segments: string[]): AgentFile => ({
    agent,
    path: join(folder, ...segments),
    holds: 'servers',
    folder,
  });
  return [
    file('claude', '.mcp.json'),
    file('codex', '.codex', 'config.toml'),
    file('gemini', '.gemini', 'settings.json'),
    file('opencode', 'opencode.json'),
    file('opencode', 'opencode.jsonc'),
    file('opencode', '.opencode', 'opencode.json'),
    file('opencode', '.opencode', 'opencode.jsonc'),
    file('copilot', '.github', 'mcp.json'),
  ];
}
