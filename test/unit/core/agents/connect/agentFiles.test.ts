import assert from 'node:assert/strict';
import { type AgentEnvironment, agentFiles } from '#core/agents/connect/agentFiles.ts';

const linux: AgentEnvironment = { userHome: '/home/me', platform: 'linux', variables: {}, folders: [] };

function pathsOf(environment: Partial<AgentEnvironment>): string[] {
  return agentFiles({ ...linux, ...environment }).map(({ agent, path, holds }) => `${agent} ${holds} ${path}`);
}

describe('the files of agents', () => {
  it('of the user', () => {
    assert.deepEqual(pathsOf({}), [
      'claude servers /home/me/.claude.json',
      'claude hooks /home/me/.claude/settings.json',
      'codex servers /home/me/.codex/config.toml',
      'gemini servers /home/me/.gemini/settings.json',
      'opencode servers /home/me/.config/opencode/opencode.json',
      'opencode servers /home/me/.config/opencode/opencode.jsonc',
      'cline servers /home/me/.cline/data/settings/cline_mcp_settings.json',
      'copilot servers /home/me/.copilot/mcp-config.json',
      'cursor servers /home/me/.cursor/mcp.json',
      'windsurf servers /home/me/.codeium/windsurf/mcp_config.json',
      'windsurf servers /home/me/.codeium/mcp_config.json',
      'kilo servers /home/me/.config/kilo/kilo.json',
      'kilo servers /home/me/.config/kilo/kilo.jsonc',
      'continue servers /home/me/.continue/config.yaml',
      'zed servers /home/me/.config/zed/settings.json',
      'goose servers /home/me/.config/goose/config.yaml',
      'claude-desktop servers /home/me/.config/Claude/claude_desktop_config.json',
    ]);
  });

  it('of this editor and its extensions', () => {
    const user = '/home/me/.config/Code - Insiders/User';
    const environment = {
      profileFolders: [user, `${user}/profiles/-5e8a1b`],
      storageFolder: `${user}/globalStorage`,
    };
    assert.deepEqual(
      pathsOf(environment).filter((path) => path.includes(user)),
      [
        `vscode servers ${user}/mcp.json`,
        `vscode servers ${user}/profiles/-5e8a1b/mcp.json`,
        `roo servers ${user}/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
        `kilo5 servers ${user}/globalStorage/kilocode.kilo-code/settings/mcp_settings.json`,
      ],
    );
  });

  it('of the user where variables name other places; a relative one is ignored', () => {
    const variables = {
      CLAUDE_CONFIG_DIR: '/c',
      CODEX_HOME: '/x',
      GEMINI_CLI_HOME: '/g',
      XDG_CONFIG_HOME: '/conf',
      CLINE_DATA_DIR: '/data',
      COPILOT_HOME: 'relative',
      CONTINUE_GLOBAL_DIR: '/cont',
      GOOSE_PATH_ROOT: '/goose',
    };
    assert.deepEqual(pathsOf({ variables }), [
      'claude servers /c/.claude.json',
      'claude hooks /c/settings.json',
      'codex servers /x/config.toml',
      'gemini servers /g/.gemini/settings.json',
      'opencode servers /conf/opencode/opencode.json',
      'opencode servers /conf/opencode/opencode.jsonc',
      'cline servers /data/settings/cline_mcp_settings.json',
      'copilot servers /home/me/.copilot/mcp-config.json',
      'cursor servers /home/me/.cursor/mcp.json',
      'windsurf servers /home/me/.codeium/windsurf/mcp_config.json',
      'windsurf servers /home/me/.codeium/mcp_config.json',
      'kilo servers /conf/kilo/kilo.json',
      'kilo servers /conf/kilo/kilo.jsonc',
      'continue servers /cont/config.yaml',
      'zed servers /conf/zed/settings.json',
      'goose servers /goose/config/config.yaml',
      'claude-desktop servers /conf/Claude/claude_desktop_config.json',
    ]);
    const cline = (named: Record<string, string>) => pathsOf({ variables: named })[6];
    assert.equal(cline({ CLINE_DIR: '/d' }), 'cline servers /d/data/settings/cline_mcp_settings.json');
    assert.equal(cline({ CLINE_MCP_SETTINGS_PATH: '/m.json' }), 'cline servers /m.json');
  });

  it('of folders, which are no files of the user', () => {
    const files = agentFiles({ ...linux, folders: ['/work/app'] }).filter(({ folder }) => folder === '/work/app');
    assert.deepEqual(
      files.map(({ path }) => path.slice('/work/app/'.length)),
      [
        '.mcp.json',
        '.codex/config.toml',
        '.gemini/settings.json',
        'opencode.json',
        'opencode.jsonc',
        '.opencode/opencode.json',
        '.opencode/opencode.jsonc',
        '.github/mcp.json',
        '.vscode/mcp.json',
        '.cursor/mcp.json',
        '.zed/settings.json',
        '.roo/mcp.json',
        'kilo.json',
        'kilo.jsonc',
        '.kilo/kilo.json',
        '.kilo/kilo.jsonc',
        '.kilocode/mcp.json',
      ],
    );
  });

  it('of the user stay theirs if the home is an open folder', () => {
    const files = agentFiles({ ...linux, folders: ['/home/me'] });
    const codex = files.filter(({ agent }) => agent === 'codex');
    assert.deepEqual(codex, [{ agent: 'codex', path: '/home/me/.codex/config.toml', holds: 'servers' }]);
  });

  it('on Windows', () => {
    const paths = pathsOf({ userHome: 'C:\\Users\\me', platform: 'win32', folders: ['D:\\app'] });
    assert.ok(paths.includes('opencode servers C:\\Users\\me\\.config\\opencode\\opencode.json'));
    assert.ok(paths.includes('gemini servers D:\\app\\.gemini\\settings.json'));
    assert.deepEqual(
      paths.filter((path) => path.includes('AppData')),
      [
        'zed servers C:\\Users\\me\\AppData\\Roaming\\Zed\\settings.json',
        'goose servers C:\\Users\\me\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
        'claude-desktop servers C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
        'claude-desktop servers C:\\Users\\me\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
      ],
    );
    const variables = { APPDATA: 'D:\\roaming', LOCALAPPDATA: 'D:\\local' };
    const elsewhere = pathsOf({ userHome: 'C:\\Users\\me', platform: 'win32', variables });
    assert.ok(elsewhere.includes('zed servers D:\\roaming\\Zed\\settings.json'));
  });

  it('on macOS', () => {
    const paths = pathsOf({ userHome: '/Users/me', platform: 'darwin', variables: { XDG_CONFIG_HOME: '/conf' } });
    assert.ok(paths.includes('zed servers /Users/me/.config/zed/settings.json'));
    assert.ok(paths.includes('goose servers /conf/goose/config.yaml'));
    const desktop = '/Users/me/Library/Application Support/Claude/claude_desktop_config.json';
    assert.ok(paths.includes(`claude-desktop servers ${desktop}`));
  });
});
