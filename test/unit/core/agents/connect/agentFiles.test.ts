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
    ]);
  });

  it('of the user where variables name other places; a relative one is ignored', () => {
    const variables = {
      CLAUDE_CONFIG_DIR: '/c',
      CODEX_HOME: '/x',
      GEMINI_CLI_HOME: '/g',
      XDG_CONFIG_HOME: '/conf',
      CLINE_DATA_DIR: '/data',
      COPILOT_HOME: 'relative',
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
  });
});
