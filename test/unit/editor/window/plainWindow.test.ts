import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fromRoot } from '#test/root.ts';

const src = fromRoot('src');
/** Uses of the editor's functions that draw links and icons in texts. */
const showFunctions =
  /\bwindow\s*(\.|\[)\s*(show\w*Message|showQuickPick|showInputBox|createQuickPick|createInputBox|withProgress|setStatusBarMessage|how)/;

describe('messages, lists and input boxes', () => {
  it('are shown only by one module, which escapes links and icons in their texts', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const others = files.filter((path) =>
      showFunctions.test(readFileSync(join(src, path), 'utf8').replaceAll('plainWindow', '')),
    );
    // The first bundle must stay small. It shows only an error about its own start.
    assert.deepEqual(
      others.sort(),
      ['editor/window/plainWindow.ts', 'extension.ts'].map((path) => relative('.', path)),
    );
  });
});
