// npm run themes: writes test/data/themes.json. For each of six themes, the file has what the editor sets in a webview: the
// values of the CSS variables that the extension's style sheets use, and the classes of the body. The file also has the
// editor's style sheet for webviews, which is the same in every theme.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installEditor } from '#scripts/lib/codeServer.ts';
import { root } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { type ThemeData, themeVariablesIn } from '#test/pages/harness/editorThemes.ts';
import { openWorkbench } from '#test/workbench/harness/workbench.ts';

/** The editor's defaults, dark and light, the high contrast ones, and the defaults of earlier versions. */
const themeLabels = [
  'Dark 2026',
  'Light 2026',
  'Dark High Contrast',
  'Light High Contrast',
  'Dark Modern',
  'Light Modern',
];
const file = join(root, 'test/data/themes.json');

await packageVsix();
await installEditor();
const usedVariables = await readUsedVariables();
const workbench = await openWorkbench();
try {
  await workbench.runCommand('MCP Elicitation: Show Waiting Questions');
  const panel = workbench.panel();
  await panel.getByRole('heading', { level: 1 }).waitFor();
  const body = panel.locator('body');
  const themeData: ThemeData['themes'][number][] = [];
  let styleSheet = '';
  for (const label of themeLabels) {
    const previousTheme = await body.getAttribute('data-vscode-theme-id');
    await workbench.setTheme(label);
    if (previousTheme !== null) await panel.locator(`body:not([data-vscode-theme-id="${previousTheme}"])`).waitFor();
    const bodyData = await body.evaluate((element) => {
      const { style } = element.ownerDocument.documentElement;
      return {
        bodyClass: element.className,
        kind: element.dataset['vscodeThemeKind'] ?? '',
        variables: [...style].map((name): [string, string] => [name, style.getPropertyValue(name)]),
        styleSheet: element.ownerDocument.getElementById('_defaultStyles')?.textContent ?? '',
      };
    });
    styleSheet = bodyData.styleSheet;
    const variables = bodyData.variables.filter(([name]) => usedVariables.includes(name));
    themeData.push({
      label,
      bodyClass: bodyData.bodyClass,
      kind: bodyData.kind,
      variables: Object.fromEntries(variables.sort(([a], [b]) => (a < b ? -1 : 1))),
    });
    console.log(`${label}: ${variables.length} variables`);
  }
  const themes: ThemeData = { asked: usedVariables, styleSheet, themes: themeData };
  await writeFile(file, `${JSON.stringify(themes, undefined, 2)}\n`);
} finally {
  await workbench.dispose();
}

/** Reads the names of the theme's CSS variables that the style sheets in `media` use. */
async function readUsedVariables(): Promise<readonly string[]> {
  const media = join(root, 'media');
  const sheets = (await readdir(media)).filter((name) => name.endsWith('.css'));
  return themeVariablesIn(await Promise.all(sheets.map((name) => readFile(join(media, name), 'utf8'))));
}
