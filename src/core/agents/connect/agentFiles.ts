import { posix, win32 } from 'node:path';
import type { AgentId } from './agentFormat.ts';

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
  /** The folders in which this editor keeps `mcp.json`, one for each profile. */
  readonly profileFolders?: readonly string[];
  /** The folder in which extensions of this editor keep files, each in a folder of its own. */
  readonly storageFolder?: string | undefined;
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

function ownFiles(join: Join, environment: AgentEnvironment): AgentFile[] {
  const { userHome } = environment;
  const named = (name: string) => namedPath(environment, name);
  const configHome = named('XDG_CONFIG_HOME') ?? join(userHome, '.config');
  const clineData = named('CLINE_DATA_DIR') ?? join(named('CLINE_DIR') ?? join(userHome, '.cline'), 'data');
  const clineFile = named('CLINE_MCP_SETTINGS_PATH') ?? join(clineData, 'settings', 'cline_mcp_settings.json');
  const claudeSettings = join(named('CLAUDE_CONFIG_DIR') ?? join(userHome, '.claude'), 'settings.json');
  return [
    // Without the variable it stands beside the folder of the settings.
    servers('claude', join(named('CLAUDE_CONFIG_DIR') ?? userHome, '.claude.json')),
    { agent: 'claude', path: claudeSettings, holds: 'hooks' },
    servers('codex', join(named('CODEX_HOME') ?? join(userHome, '.codex'), 'config.toml')),
    servers('gemini', join(named('GEMINI_CLI_HOME') ?? userHome, '.gemini', 'settings.json')),
    servers('opencode', join(configHome, 'opencode', 'opencode.json')),
    servers('opencode', join(configHome, 'opencode', 'opencode.jsonc')),
    servers('cline', clineFile),
    servers('copilot', join(named('COPILOT_HOME') ?? join(userHome, '.copilot'), 'mcp-config.json')),
    ...editorFiles(join, environment),
    servers('cursor', join(userHome, '.cursor', 'mcp.json')),
    servers('windsurf', join(userHome, '.codeium', 'windsurf', 'mcp_config.json')),
    // That of its plugins for other editors.
    servers('windsurf', join(userHome, '.codeium', 'mcp_config.json')),
    servers('kilo', join(configHome, 'kilo', 'kilo.json')),
    servers('kilo', join(configHome, 'kilo', 'kilo.jsonc')),
    servers('continue', join(named('CONTINUE_GLOBAL_DIR') ?? join(userHome, '.continue'), 'config.yaml')),
    ...applicationFiles(join, environment, configHome),
  ];
}

const servers = (agent: AgentId, path: string): AgentFile => ({ agent, path, holds: 'servers' });

/** The path in a variable. A relative one means another file in each working directory of the agent. */
function namedPath({ platform, variables }: AgentEnvironment, name: string): string | undefined {
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  const value = variables[name];
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

/** The files of this editor and of its extensions. */
function editorFiles(join: Join, { profileFolders = [], storageFolder }: AgentEnvironment): AgentFile[] {
  const stored = (agent: AgentId, extension: string): AgentFile[] =>
    storageFolder === undefined
      ? []
      : [servers(agent, join(storageFolder, extension, 'settings', 'mcp_settings.json'))];
  return [
    ...profileFolders.map((folder) => servers('vscode', join(folder, 'mcp.json'))),
    ...stored('roo', 'rooveterinaryinc.roo-cline'),
    ...stored('kilo5', 'kilocode.kilo-code'),
  ];
}

/** The files of applications that keep them where the operating system wants them. */
function applicationFiles(join: Join, environment: AgentEnvironment, configHome: string): AgentFile[] {
  const { userHome, platform } = environment;
  const gooseRoot = namedPath(environment, 'GOOSE_PATH_ROOT');
  const gooseFolder = (usual: string) =>
    join(gooseRoot === undefined ? usual : join(gooseRoot, 'config'), 'config.yaml');
  const desktop = (folder: string) => servers('claude-desktop', join(folder, 'Claude', 'claude_desktop_config.json'));
  if (platform === 'win32') {
    const roaming = namedPath(environment, 'APPDATA') ?? join(userHome, 'AppData', 'Roaming');
    const local = namedPath(environment, 'LOCALAPPDATA') ?? join(userHome, 'AppData', 'Local');
    return [
      servers('zed', join(roaming, 'Zed', 'settings.json')),
      servers('goose', gooseFolder(join(roaming, 'Block', 'goose', 'config'))),
      desktop(roaming),
      // Where Windows redirects it to if the application was installed as a package.
      desktop(join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming')),
    ];
  }
  const isMac = platform === 'darwin';
  return [
    servers('zed', join(isMac ? join(userHome, '.config') : configHome, 'zed', 'settings.json')),
    servers('goose', gooseFolder(join(configHome, 'goose'))),
    desktop(isMac ? join(userHome, 'Library', 'Application Support') : configHome),
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
    file('vscode', '.vscode', 'mcp.json'),
    file('cursor', '.cursor', 'mcp.json'),
    file('zed', '.zed', 'settings.json'),
    file('roo', '.roo', 'mcp.json'),
    file('kilo', 'kilo.json'),
    file('kilo', 'kilo.jsonc'),
    file('kilo', '.kilo', 'kilo.json'),
    file('kilo', '.kilo', 'kilo.jsonc'),
    file('kilo5', '.kilocode', 'mcp.json'),
  ];
}
