import * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { plainName } from '#editor/common/plainText.ts';

/** The scope of an entry as text, shown beside a server's name; `undefined` for the user settings. */
export function scopeLabel(scope: Scope): string | undefined {
  switch (scope.kind) {
    case 'workspace':
      return vscode.l10n.t('workspace');
    case 'folder':
      return plainName(scope.name);
    case 'builtIn':
      return vscode.l10n.t('built in');
    case 'user':
      return undefined;
  }
}

/** The URI of the open workspace file or of the first folder, which identifies the workspace; empty without a workspace. */
export function workspaceName(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}
