import { until } from './until.ts';
import type { Workbench } from './workbench.ts';

/**
 * Waits until this stands in what the editor keeps for extensions. It does so a moment after an extension has told it, and
 * a window that is loaded anew in that moment does not.
 */
export async function stateWritten({ page }: Workbench, text: string): Promise<void> {
  await until(`"${text}" in the editor's storage`, () =>
    page.evaluate(async (wanted) => {
      // It writes when it is idle, which a window that draws nothing may never be told.
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
          if (values.some((value) => String(value).includes(wanted))) return true;
        } finally {
          database.close();
        }
      }
      return false;
    }, text),
  );
}
