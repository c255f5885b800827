import type { Uri } from 'vscode';
import type { Scope } from '#core/model/definition.ts';

/** Identifies a scope in this window. */
export function scopeKey(scope: Scope): string {
  return scope.kind === 'folder' ? `folder:${scope.path}` : scope.kind;
}

/** For `Scope.path`. The full URI for a folder that is not on a disk: its path alone may name unrelated files on the disk. */
export function folderPath(uri: Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}
