import type { Module } from './modules.ts';

/** Exports that no import names, such as `activate`, by a pattern of the paths of their files. */
export type EntryPoints = ReadonlyMap<RegExp, readonly string[]>;

/** The files that use the exports of each file. A re-export is a use by the files that use the re-exported name. */
export class Uses {
  readonly #modules: ReadonlyMap<string, Module>;
  /** By path, then by name, or `*` for all names. */
  readonly #users = new Map<string, Map<string, Set<string>>>();

  constructor(modules: readonly Module[], entryPoints: EntryPoints) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    for (const { path, imports } of modules) {
      for (const { path: to, names, isReexport } of imports) {
        if (isReexport) continue;
        for (const name of names === 'all' ? ['*'] : names) this.#add(to, name, path);
      }
      for (const name of entryPointNames(path, entryPoints)) this.#add(path, name, path);
    }
  }

  /** The files that use the export. A file that is an entry point for the name is a user of itself. */
  usersOf(path: string, name: string): ReadonlySet<string> {
    const byName = this.#users.get(path);
    if (name !== '*') return new Set([...(byName?.get(name) ?? []), ...(byName?.get('*') ?? [])]);
    // `export *`: all names that the file does not export otherwise.
    const otherNames = this.#modules.get(path)?.exports.map((exported) => exported.name) ?? [];
    return new Set(
      [...(byName ?? [])]
        .filter(([used]) => used === '*' || !otherNames.includes(used))
        .flatMap(([, users]) => [...users]),
    );
  }

  #add(path: string, name: string, user: string): void {
    const byName = this.#users.get(path) ?? new Map<string, Set<string>>();
    this.#users.set(path, byName);
    const users = byName.get(name) ?? new Set();
    byName.set(name, users);
    if (users.has(user)) return;
    users.add(user);
    const exports = this.#modules.get(path)?.exports ?? [];
    const isOwnName = exports.some((exported) => exported.name === name);
    for (const { name: exported, origin } of exports) {
      if (!origin) continue;
      if (exported !== '*') {
        if (name === exported || name === '*') this.#add(origin.path, origin.name, user);
      } else if (!isOwnName || name === '*') this.#add(origin.path, name, user);
    }
  }
}

export function entryPointNames(path: string, entryPoints: EntryPoints): readonly string[] {
  return [...entryPoints].filter(([pattern]) => pattern.test(path)).flatMap(([, names]) => names);
}
