import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, tryParseJson } from '#form/json.ts';
import { eventually } from '#test/eventually.ts';
import { extensionId } from '#test/extensionId.ts';
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

/**
 * Waits until a file of the record has at least this many entries: an answer is shown before it is recorded.
 * @param others the names of the files that it is not
 * @returns its name
 */
export async function recordFileWithEntries(
  { editor: { recordFolder } }: Workbench,
  count: number,
  others: readonly string[] = [],
): Promise<string> {
  return eventually(`a file of the record with ${count} or more entries`, async () => {
    const names = await readdir(recordFolder).catch(() => []);
    const [name, ...more] = names.filter((each) => !others.includes(each));
    assert.deepEqual(more, []);
    if (name === undefined) return undefined;
    const text = await readFile(join(recordFolder, name), 'utf8');
    return text.split('\n').length > count ? name : undefined;
  });
}

/** Everything that the editor has stored: the files of its user data, and the texts of its databases in the browser. */
export async function readStorage({ page, editor }: Workbench): Promise<readonly string[]> {
  const userData = join(editor.folder, '../user-data');
  const names = await readdir(userData, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
  const texts = await Promise.all(files.map((path) => readFile(path, 'latin1').catch(() => '')));
  const inBrowser = await page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: string[] = [JSON.stringify(localStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name ?? ''));
      try {
        for (const store of database.objectStoreNames) {
          const values = await result(database.transaction(store).objectStore(store).getAll());
          found.push(...values.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))));
        }
      } finally {
        database.close();
      }
    }
    return found;
  });
  return [...texts, ...inBrowser];
}

const draftsPath = `../user-data/User/globalStorage/${extensionId}/drafts`;

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
