import * as vscode from 'vscode';
import type { Heads } from '#core/record/store/heads.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';
import { HeadNotesFolder, SharedHeads, sealKey } from '#core/record/store/sharedHeads.ts';

/**
 * What vouches for the record: secrets, and where windows do not share these, sealed notes beside the record too. A
 * browser keeps the key, where no program on the machine of the record can read it. `of`: the questions or the calls.
 */
export function recordHeads(
  { globalState, globalStorageUri, secrets }: vscode.ExtensionContext,
  of: 'record' | 'calls' = 'record',
): Heads {
  const own = new SecretStorageHeads(secrets, of);
  if (vscode.env.uiKind === vscode.UIKind.Desktop) {
    return own;
  }
  const notes = new HeadNotesFolder(vscode.Uri.joinPath(globalStorageUri, `${of}-heads`).fsPath);
  return new SharedHeads(own, notes, sealKey(globalState));
}
