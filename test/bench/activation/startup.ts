import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';

/** The editor's figures in milliseconds: loading the extension's code, the call of `activate`, and the rest of the activation. */
export interface Activation {
  readonly load: number;
  readonly call: number;
  readonly finish: number;
}

/** The maximum number of reads of the figures. A read takes a second or more. */
const maxReads = 20;

/** Reloads the window, which starts a new extension host, and returns the activation times of these extensions. */
export async function activationsAfterReload(workbench: Workbench, ids: readonly string[]): Promise<Activation[]> {
  await workbench.reload();
  for (let read = 0; read < maxReads; read += 1) {
    const rows = rowsOf(await readStartupPerformance(workbench));
    const activations = ids.flatMap((id) => rows.get(id) ?? []);
    if (activations.length === ids.length) return activations;
  }
  assert.fail(`Not all of them became active: ${ids.join(', ')}.`);
}

/** Reads the text of "Developer: Startup Performance". It has the figures at the time of opening and is not updated. */
async function readStartupPerformance(workbench: Workbench): Promise<string> {
  const { page } = workbench;
  await workbench.runCommand('Developer: Startup Performance');
  const editor = page.locator('.editor-instance .monaco-editor[data-uri^="perf:"]');
  await editor.locator('.view-line').first().waitFor();
  // Clears the clipboard, so that a text from an earlier window is not read.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const text = await eventually('the editor shows its figures', async () => {
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
