import { posix, win32 } from 'node:path';
import type { ImportKind } from './importFile.ts';
import type { WorkspaceFolder } from './variables.ts';

/** A file in which another application may store servers. The file need not exist. */
export interface ImportLocation {
  readonly kind: ImportKind;
  /** The application as text for the user, such as `Cursor` or `Claude Code (folder app)`. */
  readonly label: string;
  readonly path: string;
  /** True for a file in an open folder, false for a file of the user. */
  readonly isInWorkspace: boolean;
}

export interface ImportEnvironment {
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
  /** `%APPDATA%` on Windows. */
  readonly appData?: string;
  /** `$XDG_CONFIG_HOME` on Linux. */
  readonly configHome?: string;
  readonly workspaceFolders: readonly WorkspaceFolder[];
}

/**
 * The files in which other applications store servers: those in the open folders first, then those of the user. Older
 * versions of VS Code stored servers under `mcp` in `settings.json`.
 */
export function importLocations(environment: ImportEnvironment): ImportLocation[] {
  const { userHome, platform, workspaceFolders } = environment;
  const path = platform === 'win32' ? win32 : posix;
  const data = applicationDataFolder(environment);
  const locations: ImportLocation[] = [];
  const createAdd =
    (isInWorkspace: boolean) =>
    (kind: ImportKind, label: string, ...segments: [string, ...string[]]) => {
      locations.push({ kind, label, path: path.join(...segments), isInWorkspace });
    };
  const addInWorkspace = createAdd(true);
  const add = createAdd(false);
  for (const { name, path: folder } of workspaceFolders) {
    addInWorkspace('vscode', `VS Code (folder ${name})`, folder, '.vscode', 'mcp.json');
    addInWorkspace('vscode', `VS Code settings (folder ${name})`, folder, '.vscode', 'settings.json');
    addInWorkspace('cursor', `Cursor (folder ${name})`, folder, '.cursor', 'mcp.json');
    addInWorkspace('claude-code', `Claude Code (folder ${name})`, folder, '.mcp.json');
  }
  for (const [label, product] of [
    ['VS Code', 'Code'],
    ['VS Code Insiders', 'Code - Insiders'],
    ['VSCodium', 'VSCodium'],
  ] as const) {
    add('vscode', label, data, product, 'User', 'mcp.json');
    add('vscode', `${label} settings`, data, product, 'User', 'settings.json');
  }
  add('vscode', 'VS Code Server', userHome, '.vscode-server', 'data', 'User', 'mcp.json');
  add('cursor', 'Cursor', userHome, '.cursor', 'mcp.json');
  add('claude-desktop', 'Claude Desktop', data, 'Claude', 'claude_desktop_config.json');
  add('claude-code', 'Claude Code', userHome, '.claude.json');
  return locations;
}

function applicationDataFolder({ userHome, platform, appData, configHome }: ImportEnvironment): string {
  switch (platform) {
    case 'win32':
      return appData || win32.join(userHome, 'AppData', 'Roaming');
    case 'darwin':
      return posix.join(userHome, 'Library', 'Application Support');
    default:
      return configHome || posix.join(userHome, '.config');
  }
}
