import * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { plainName } from '#editor/common/plainText.ts';

/** The text beside a server's name; `undefined` for an entry of the user. */
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

/** Identifies the open workspace, as long as its path stays the same. */
export function workspaceName(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}
