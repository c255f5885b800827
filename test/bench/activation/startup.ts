import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';

/** In milliseconds, as the editor measured: reading the extension's code, the call of `activate`, and the rest until it is active. */
export interface Activation {
  readonly load: number;
  readonly call: number;
  readonly finish: number;
}

/** Each look takes a second or more. */
const maxLooks = 20;

/** Loads the window anew, which has an extension host of its own, and gives what these extensions' activations took there. */
export async function activationsAfterReload(workbench: Workbench, ids: readonly string[]): Promise<Activation[]> {
  await workbench.reload();
  for (let look = 0; look < maxLooks; look += 1) {
    const rows = rowsOf(await startupPerformance(workbench));
    const found = ids.flatMap((id) => rows.get(id) ?? []);
    if (found.length === ids.length) return found;
  }
  assert.fail(`Not all of them became active: ${ids.join(', ')}.`);
}

/** The text of "Developer: Startup Performance". It is what was known when it was opened. */
async function startupPerformance(workbench: Workbench): Promise<string> {
  const { page } = workbench;
  await workbench.runCommand('Developer: Startup Performance');
  const editor = page.locator('.editor-instance .monaco-editor[data-uri^="perf:"]');
  await editor.locator('.view-line').first().waitFor();
  // What was copied from the window before must not be taken for this one's.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const text = await eventually('the editor has told its figures', async () => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    return copied.includes('## Extension Activation Stats') ? copied : undefined;
  });
  await workbench.runCommand('View: Close Editor');
  await editor.waitFor({ state: 'detached' });
  return text;
}

/** Rows of a table in Markdown: `| Extension | Eager | Load Code | Call Activate | Finish Activate | Event | By |`. */
function rowsOf(text: string): ReadonlyMap<string, Activation> {
  const [, stats = ''] = text.split('## Extension Activation Stats');
  const cells = stats.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    cells
      .filter(([, id = '']) => /^[\w-]+\.[\w-]+$/.test(id))
      .map(([, id = '', , load, call, finish]) => [
        id,
        { load: Number(load), call: Number(call), finish: Number(finish) },
      ]),
  );
}
