import * as vscode from 'vscode';
import { NotesFolder } from '#core/record/store/notesFolder.ts';
import type { Heads } from '#core/record/store/ports.ts';
import { sealKey } from '#core/record/store/sealKey.ts';
import { SecretHeads } from '#core/record/store/secretHeads.ts';
import { SharedHeads } from '#core/record/store/sharedHeads.ts';

/**
 * What vouches for the record: secrets, and where windows do not share these, sealed notes beside the record too. A
 * browser keeps the key, where no program on the machine of the record can read it. `of`: the questions or the calls.
 */
export function headsFor(
  { globalState, globalStorageUri, secrets }: vscode.ExtensionContext,
  of: 'record' | 'calls' = 'record',
): Heads {
  const own = new SecretHeads(secrets, of);
  if (vscode.env.uiKind === vscode.UIKind.Desktop) {
    return own;
  }
  const notes = new NotesFolder(vscode.Uri.joinPath(globalStorageUri, `${of}-heads`).fsPath);
  return new SharedHeads(own, notes, sealKey(globalState));
}
