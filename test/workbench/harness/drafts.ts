import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

const storage = '../user-data/User/globalStorage/mcp-elicitation.mcp-elicitation-host/drafts';

/** Waits until this stands in the file of a draft. */
export async function draftWritten({ editor }: Workbench, text: string): Promise<void> {
  const folder = join(editor.folder, storage);
  await until(`"${text}" in a draft`, async () => {
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
    return texts.some((one) => one.includes(text));
  });
}
