import * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import { sha256 } from '#core/common/digest.ts';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { RememberedAnswers, rememberedKey } from '#core/remembered/rememberedAnswers.ts';

const importedKey = 'imported';

/**
 * The answers that are to be used again, in a file of the extension's own storage: the editor's global state, where version
 * 0.1.0 kept them, is written late in a browser. What is there is taken over once.
 */
export function openRemembered({ globalState, globalStorageUri }: vscode.ExtensionContext): RememberedAnswers {
  const memory = new FileMemory(vscode.Uri.joinPath(globalStorageUri, 'answers').fsPath, 'answers.json');
  const remembered = new RememberedAnswers({ memory, clock: systemClock });
  const before = globalState.get<unknown>(rememberedKey);
  if (before !== undefined) {
    // A browser may show what was removed from the global state once more after a reload.
    const digest = sha256(JSON.stringify(before));
    if (memory.get(importedKey) !== digest) {
      remembered.merge(before);
      memory.set(importedKey, digest);
    }
    globalState.update(rememberedKey, undefined).then(undefined, () => undefined);
  }
  return remembered;
}
