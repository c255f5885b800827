import { fileURLToPath } from 'node:url';

/** @param path relative to the project's root, with slashes. @returns an absolute path */
export function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
