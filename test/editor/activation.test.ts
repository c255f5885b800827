import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in an editor', () => {
  it('is installed and can be activated', async () => {
    const extension = vscode.extensions.getExtension('mcp-elicitation.mcp-elicitation-host');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
