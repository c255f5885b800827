import type { Uri } from 'vscode';
import type { Scope } from '#core/model/definition.ts';

/** Identifies a scope in this window. */
export function scopeKey(scope: Scope): string {
  return scope.kind === 'folder' ? `folder:${scope.path}` : scope.kind;
}

/** The value of `Scope.path`. For a folder that is not on a disk it is the whole URI, because the path alone may name unrelated files. */
export function folderPath(uri: Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}
