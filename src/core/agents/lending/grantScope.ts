import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Scope } from '#core/model/definition.ts';

/** Where a lent server is defined. `folder`: the real path of the folder, or of the workspace file, that defines it. */
export type GrantScope =
  | { readonly scope: 'user' }
  | { readonly scope: 'workspace' | 'folder'; readonly folder: string };

/** The scope of an entry as a grant names it; `undefined` for one that cannot be lent: a server that is built in. */
export async function grantScopeOf(scope: Scope): Promise<GrantScope | undefined> {
  switch (scope.kind) {
    case 'user':
      return { scope: 'user' };
    case 'workspace':
      return scope.uri === undefined ? undefined : { scope: 'workspace', folder: await realPathOf(scope.uri) };
    case 'folder':
      return { scope: 'folder', folder: await realPathOf(scope.path) };
    case 'builtIn':
      return undefined;
  }
}

/** The real path of a path or of a `file:` URI. Another URI stays as it is, and so does a path that does not exist. */
async function realPathOf(place: string): Promise<string> {
  const path = place.startsWith('file:') ? pathOf(place) : place;
  return realpath(path).catch(() => path);
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
