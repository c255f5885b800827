import assert from 'node:assert/strict';
import { type ImportEnvironment, importLocations } from '#core/configuration/importLocations.ts';

const paths = (environment: ImportEnvironment) =>
  importLocations(environment).map(({ kind, path }) => `${kind} ${path}`);

describe('the files of other applications', () => {
  it('are listed, those in the open folders first', () => {
    const workspaceFolders = [{ name: 'app', path: '/projects/app', isInWorkspace: true }];
    assert.deepEqual(importLocations({ userHome: '/home/me', platform: 'linux', workspaceFolders }).slice(0, 4), [
      { kind: 'vscode', label: 'VS Code (folder app)', path: '/projects/app/.vscode/mcp.json', isInWorkspace: true },
      {
        kind: 'vscode',
        label: 'VS Code settings (folder app)',
        path: '/projects/app/.vscode/settings.json',
        isInWorkspace: true,
      },
      { kind: 'cursor', label: 'Cursor (folder app)', path: '/projects/app/.cursor/mcp.json', isInWorkspace: true },
      { kind: 'claude-code', label: 'Claude Code (folder app)', path: '/projects/app/.mcp.json', isInWorkspace: true },
    ]);
  });

  it('are those in the user folder on Linux', () => {
    assert.deepEqual(paths({ userHome: '/home/me', platform: 'linux', workspaceFolders: [] }), [
      'vscode /home/me/.config/Code/User/mcp.json',
      'vscode /home/me/.config/Code/User/settings.json',
      'vscode /home/me/.config/Code - Insiders/User/mcp.json',
      'vscode /home/me/.config/Code - Insiders/User/settings.json',
      'vscode /home/me/.config/VSCodium/User/mcp.json',
      'vscode /home/me/.config/VSCodium/User/settings.json',
      'vscode /home/me/.vscode-server/data/User/mcp.json',
      'cursor /home/me/.cursor/mcp.json',
      'claude-desktop /home/me/.config/Claude/claude_desktop_config.json',
      'claude-code /home/me/.claude.json',
    ]);
  });

  it('are in XDG_CONFIG_HOME on Linux if it is set', () => {
    const locations = paths({ userHome: '/home/me', platform: 'linux', configHome: '/cfg', workspaceFolders: [] });
    assert.ok(locations.includes('vscode /cfg/Code/User/mcp.json'));
    assert.ok(locations.includes('claude-desktop /cfg/Claude/claude_desktop_config.json'));
  });

  it('are those in the Library folder on macOS', () => {
    const locations = paths({ userHome: '/Users/me', platform: 'darwin', workspaceFolders: [] });
    assert.ok(locations.includes('vscode /Users/me/Library/Application Support/Code/User/mcp.json'));
    assert.ok(
      locations.includes('claude-desktop /Users/me/Library/Application Support/Claude/claude_desktop_config.json'),
    );
    assert.ok(locations.includes('claude-code /Users/me/.claude.json'));
  });

  it('are in APPDATA on Windows, or in its default folder if it is not set', () => {
    const environment = {
      userHome: 'C:\\Users\\me',
      platform: 'win32',
      workspaceFolders: [{ name: 'a', path: 'D:\\a' }],
    } as const;
    assert.ok(paths(environment).includes('vscode C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json'));
    assert.ok(paths(environment).includes('vscode D:\\a\\.vscode\\mcp.json'));
    assert.ok(paths(environment).includes('cursor C:\\Users\\me\\.cursor\\mcp.json'));
    const inAppData = paths({ ...environment, appData: 'E:\\Roaming' });
    assert.ok(inAppData.includes('claude-desktop E:\\Roaming\\Claude\\claude_desktop_config.json'));
  });
});
