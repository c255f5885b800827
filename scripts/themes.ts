// npm run themes: writes test/data/themes.json: the values that the real editor sets in a webview in each of four themes
// (the variables that the extension's style sheets use, and the classes of the body), and the editor's style sheet for
// webviews.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installEditor } from '#scripts/lib/editor.ts';
import { root } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { type ThemeData, themeVariablesIn } from '#test/pages/harness/editorThemes.ts';
import { openWorkbench } from '#test/workbench/harness/workbench.ts';

const labels = ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'];
const file = join(root, 'test/data/themes.json');

await packageVsix();
await installEditor();
const usedNames = await usedVariables();
const workbench = await openWorkbench();
try {
  await workbench.runCommand('MCP Elicitation: Show Waiting Questions');
  const panel = workbench.panel();
  await panel.getByRole('heading', { level: 1 }).waitFor();
  const body = panel.locator('body');
  const themeData: ThemeData['themes'][number][] = [];
  let styleSheet = '';
  for (const label of labels) {
    const previousTheme = await body.getAttribute('data-vscode-theme-id');
    await workbench.setTheme(label);
    if (previousTheme !== null) await panel.locator(`body:not([data-vscode-theme-id="${previousTheme}"])`).waitFor();
    const page = await body.evaluate((element) => {
      const { style } = element.ownerDocument.documentElement;
      return {
        bodyClass: element.className,
        kind: element.dataset['vscodeThemeKind'] ?? '',
        variables: [...style].map((name): [string, string] => [name, style.getPropertyValue(name)]),
        styleSheet: element.ownerDocument.getElementById('_defaultStyles')?.textContent ?? '',
      };
    });
    styleSheet = page.styleSheet;
    const variables = page.variables.filter(([name]) => usedNames.includes(name));
    themeData.push({
      label,
      bodyClass: page.bodyClass,
      kind: page.kind,
      variables: Object.fromEntries(variables.sort(([a], [b]) => (a < b ? -1 : 1))),
    });
    console.log(`${label}: ${variables.length} variables`);
  }
  const themes: ThemeData = { asked: usedNames, styleSheet, themes: themeData };
  await writeFile(file, `${JSON.stringify(themes, undefined, 2)}\n`);
} finally {
  await workbench.dispose();
}

async function usedVariables(): Promise<readonly string[]> {
  const media = join(root, 'media');
  const sheets = (await readdir(media)).filter((name) => name.endsWith('.css'));
  return themeVariablesIn(await Promise.all(sheets.map((name) => readFile(join(media, name), 'utf8'))));
}
