import { sha256 } from '#core/common/digest.ts';
import type { FileMemory } from './fileMemory.ts';
import type { RememberedAnswers } from './rememberedAnswers.ts';

const importedKey = 'imported';

/**
 * Imports the answers that version 0.1.0 stored elsewhere, unless they were imported before. Returns true if they are in the file of
 * the remembered answers, so that the old copy can be removed.
 */
export function importOldAnswers(remembered: RememberedAnswers, memory: FileMemory, oldAnswers: unknown): boolean {
  // If the editor runs in a browser, old answers that were removed may be back after a reload. The digest shows that they were imported.
  const digest = sha256(JSON.stringify(oldAnswers));
  if (memory.get(importedKey) !== digest) {
    remembered.merge(oldAnswers);
    memory.set(importedKey, digest);
  }
  return !memory.hasUnwritten;
}
