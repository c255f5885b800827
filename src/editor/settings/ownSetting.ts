import * as vscode from 'vscode';

/** The user's own value of a setting, named in full, whatever a workspace or a folder says; `undefined`: there is none. */
export function userSetting(id: string): unknown {
  return vscode.workspace.getConfiguration().inspect(id)?.globalValue;
}
