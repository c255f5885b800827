import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { asked, themes, themeVariablesIn } from '#test/pages/harness/editorThemes.ts';

describe('the themes of the pages suite', () => {
  it('are dark and light, each also in high contrast, and the former defaults', () => {
    const kinds = [
      'vscode-dark',
      'vscode-light',
      'vscode-high-contrast',
      'vscode-high-contrast-light',
      'vscode-dark',
      'vscode-light',
    ];
    assert.deepEqual(
      themes.map(({ kind }) => kind),
      kinds,
    );
  });

  it('contain every variable that the style sheets use (otherwise run `npm run themes`)', async () => {
    const media = join(root, 'media');
    const sheets = (await readdir(media)).filter((name) => name.endsWith('.css'));
    const used = themeVariablesIn(await Promise.all(sheets.map((name) => readFile(join(media, name), 'utf8'))));
    assert.deepEqual(
      used.filter((name) => !asked.includes(name)),
      [],
    );
  });
});
