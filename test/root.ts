import { fileURLToPath } from 'node:url';

/** Resolves a path relative to the project's root. @param path with slashes @returns an absolute path */
export function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
