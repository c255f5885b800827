import assert from 'node:assert/strict';
import { scopeText, serverChoices } from '#editor/history/formatting.ts';

describe('the servers of the history', () => {
  it('have their scope in the text only if two have the same name', () => {
    const known = new Map([
      ['user:files', 'files'],
      ['workspace:files', 'files'],
      ['folder:/a:files', 'files'],
      ['builtIn:demo', 'demo'],
    ]);
    assert.deepEqual(serverChoices(known), [
      { id: 'user:files', name: 'files (your settings)' },
      { id: 'workspace:files', name: 'files (the workspace)' },
      { id: 'folder:/a:files', name: 'files (a folder)' },
      { id: 'builtIn:demo', name: 'demo' },
    ]);
  });

  it('have a visible name on one line', () => {
    assert.deepEqual(serverChoices(new Map([['user:\u200b', '\u200b']])), [{ id: 'user:\u200b', name: '(unnamed)' }]);
  });

  it('have the folder that defines them as their scope, with any name of the folder', () => {
    assert.equal(scopeText('folder:/a:files', 'user'), 'folder user');
    assert.equal(scopeText('folder:/a:files', '\n'), 'folder (unnamed)');
    assert.equal(scopeText('user:folder', 'user'), 'your settings');
  });
});
