import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId } from '#test/extensionId.ts';

describe('the extension in an editor', () => {
  it('is installed and can be activated', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
