import * as vscode from 'vscode';
import type { Heads } from '#core/record/store/heads.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';
import { HeadNotesFolder, SharedHeads, sealKey } from '#core/record/store/sharedHeads.ts';

/**
 * The heads of the record, kept in SecretStorage. In a browser, windows do not share it: there, sealed notes beside the
 * record are kept too, and their key stays in the browser, where no program on the machine of the record can read it.
 * `of`: the record of requests, or of calls.
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
