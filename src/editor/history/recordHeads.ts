import * as vscode from 'vscode';
import type { Heads } from '#core/record/store/heads.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';
import { HeadNotesFolder, SharedHeads, sealKey } from '#core/record/store/sharedHeads.ts';

/**
 * The heads of the record, stored in SecretStorage. In a browser, windows do not share SecretStorage, so the heads are also stored
 * in sealed notes beside the record. The key of the notes stays in the browser, where no program on the machine of the record can
 * read it. `kind`: `record` for the record of requests.
 */
export function recordHeads(
  { globalState, globalStorageUri, secrets }: vscode.ExtensionContext,
  kind: 'record' | 'calls' = 'record',
): Heads {
  const secretHeads = new SecretStorageHeads(secrets, kind);
  if (vscode.env.uiKind === vscode.UIKind.Desktop) {
    return secretHeads;
  }
  const notes = new HeadNotesFolder(vscode.Uri.joinPath(globalStorageUri, `${kind}-heads`).fsPath);
  return new SharedHeads(secretHeads, notes, sealKey(globalState));
}
