import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fromRoot } from '#test/root.ts';

const src = fromRoot('src');
/** What of the editor shows a text in which it draws links and icons. */
const shows =
  /\bwindow\s*(\.|\[)\s*(show\w*Message|showQuickPick|showInputBox|createQuickPick|createInputBox|withProgress|setStatusBarMessage|how)/;

describe('messages, lists and input boxes', () => {
  it('are shown by one module, which takes links and icons out of their texts', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const others = files.filter((path) =>
      shows.test(readFileSync(join(src, path), 'utf8').replaceAll('plainWindow', '')),
    );
    // The first bundle is to stay small, and tells only of its own failure.
    assert.deepEqual(
      others.sort(),
      ['editor/window/plainWindow.ts', 'extension.ts'].map((path) => relative('.', path)),
    );
  });
});
