import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, tryParseJson } from '#form/json.ts';
import { eventually } from '#test/eventually.ts';
import type { Workbench } from './workbench.ts';

/**
 * Waits until a text is in the editor's storage for extensions. The editor writes to it some time after the extension has
 * stored the text; a reload before that would lose the text.
 */
export async function untilStateWritten({ page }: Workbench, text: string): Promise<void> {
  await eventually(`"${text}" in the editor's storage`, () =>
    page.evaluate(async (expected) => {
      // The editor writes when it is idle. A window that renders nothing may never get that event.
      await new Promise(requestAnimationFrame);
      const result = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const names = (await indexedDB.databases()).flatMap(({ name }) =>
        name?.startsWith('vscode-web-state') ? [name] : [],
      );
      for (const name of names) {
        const database = await result(indexedDB.open(name));
        try {
          const values = await result(database.transaction('ItemTable').objectStore('ItemTable').getAll());
          if (values.some((value) => String(value).includes(expected))) return true;
        } finally {
          database.close();
        }
      }
      return false;
    }, text),
  );
}

const draftsPath = '../user-data/User/globalStorage/mcp-elicitation.mcp-elicitation-host/drafts';

/** Waits until a text is in the file of a draft. */
export async function untilDraftWritten({ editor }: Workbench, text: string): Promise<void> {
  const folder = join(editor.folder, draftsPath);
  await eventually(`"${text}" in a draft`, async () => {
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
    return texts.some((draft) => draft.includes(text));
  });
}

/** Reads the outcomes of requests from the record, in the order in which they were settled: "accept", "accept refused 403". */
export async function recordedOutcomes({ editor: { recordFolder } }: Workbench): Promise<readonly string[]> {
  const names = await readdir(recordFolder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(recordFolder, name), 'utf8').catch(() => '')));
  return texts
    .flatMap((text) => text.split('\n').flatMap(readOutcome))
    .sort((one, other) => one.at.localeCompare(other.at))
    .map(({ outcome }) => outcome);
}

/** Returns the outcome in a line, or an empty array for another kind of entry and for a partly written line. */
function readOutcome(line: string): { readonly at: string; readonly outcome: string }[] {
  const entry = tryParseJson(line);
  return isRecord(entry) && entry['kind'] === 'elicitation'
    ? [
        {
          at: String(entry['at']),
          outcome: [entry['decision'], entry['delivery'], entry['status']].filter(Boolean).join(' '),
        },
      ]
    : [];
}
