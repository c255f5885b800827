// npm run themes: test/data/themes.json, what the real editor gives a webview in each of four themes: the variables that our
// style sheets use, the classes of the body, and the editor's own style sheet for webviews.
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
const asked = await usedVariables();
const workbench = await openWorkbench();
try {
  await workbench.runCommand('MCP Elicitation: Show Waiting Questions');
  const panel = workbench.panel();
  await panel.getByRole('heading', { level: 1 }).waitFor();
  const body = panel.locator('body');
  const found: ThemeData['themes'][number][] = [];
  let styleSheet = '';
  for (const label of labels) {
    const before = await body.getAttribute('data-vscode-theme-id');
    await workbench.setTheme(label);
    if (before !== null) await panel.locator(`body:not([data-vscode-theme-id="${before}"])`).waitFor();
    const given = await body.evaluate((element) => {
      const { style } = element.ownerDocument.documentElement;
      return {
        bodyClass: element.className,
        kind: element.dataset['vscodeThemeKind'] ?? '',
        variables: [...style].map((name): [string, string] => [name, style.getPropertyValue(name)]),
        styleSheet: element.ownerDocument.getElementById('_defaultStyles')?.textContent ?? '',
      };
    });
    styleSheet = given.styleSheet;
    const variables = given.variables.filter(([name]) => asked.includes(name));
    found.push({
      label,
      bodyClass: given.bodyClass,
      kind: given.kind,
      variables: Object.fromEntries(variables.sort(([a], [b]) => (a < b ? -1 : 1))),
    });
    console.log(`${label}: ${variables.length} variables`);
  }
  const themes: ThemeData = { asked, styleSheet, themes: found };
  await writeFile(file, `${JSON.stringify(themes, undefined, 2)}\n`);
} finally {
  await workbench.dispose();
}

async function usedVariables(): Promise<readonly string[]> {
  const media = join(root, 'media');
  const sheets = (await readdir(media)).filter((name) => name.endsWith('.css'));
  return themeVariablesIn(await Promise.all(sheets.map((name) => readFile(join(media, name), 'utf8'))));
}
