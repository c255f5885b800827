import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { asked, themes, themeVariablesIn } from '#test/pages/harness/editorThemes.ts';

describe('the themes that the pages are tested in', () => {
  it('are two dark ones and two light ones, one of each in high contrast', () => {
    const kinds = ['vscode-dark', 'vscode-light', 'vscode-high-contrast', 'vscode-high-contrast-light'];
    assert.deepEqual(
      themes.map(({ kind }) => kind),
      kinds,
    );
  });

  it('have everything that the style sheets use: `npm run themes` asks the editor for it', async () => {
    const media = join(root, 'media');
    const sheets = (await readdir(media)).filter((name) => name.endsWith('.css'));
    const used = themeVariablesIn(await Promise.all(sheets.map((name) => readFile(join(media, name), 'utf8'))));
    assert.deepEqual(
      used.filter((name) => !asked.includes(name)),
      [],
    );
  });
});
