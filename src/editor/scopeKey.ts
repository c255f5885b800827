import type { Scope } from '../core/servers/definition.ts';

/** Names a scope within this window. */
export function scopeKey(scope: Scope): string {
  return scope.kind === 'folder' ? `folder:${scope.path}` : scope.kind;
}
