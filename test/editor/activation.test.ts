import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in an editor', () => {
  it('is there and activates', async () => {
    const extension = vscode.extensions.getExtension('mcp-elicitation.mcp-elicitation-host');
    assert.ok(extension, 'the editor does not know the extension');
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
