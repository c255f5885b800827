import type { Uri } from 'vscode';
import type { Scope } from '#core/model/definition.ts';

/** Names a scope within this window. */
export function scopeKey(scope: Scope): string {
  return scope.kind === 'folder' ? `folder:${scope.path}` : scope.kind;
}

/** For `Scope.path`: what another kind of folder calls its path leads anywhere, or to somebody else's files, on a disk. */
export function folderPath(uri: Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}
