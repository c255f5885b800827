import assert from 'node:assert/strict';
import { scopeText } from '#editor/history/formatting.ts';

describe('the servers of the history', () => {
  it('have the folder that defines them as their scope, with any name of the folder', () => {
    assert.equal(scopeText('folder:/a:files', 'user'), 'folder user');
    assert.equal(scopeText('folder:/a:files', '\n'), 'folder (unnamed)');
    assert.equal(scopeText('user:folder', 'user'), 'your settings');
  });

  it('have the agent or extension as their scope if this host does not run them', () => {
    const ids = [
      'agent:codex:files',
      'agent-hook:claude:files',
      'agent-lent:codex:a',
      'agent-unverified:codex',
      'extension',
    ];
    assert.deepEqual(
      ids.map((id) => scopeText(id)),
      ['an agent', 'an agent', 'an agent', 'an agent', 'another extension'],
    );
  });
});
