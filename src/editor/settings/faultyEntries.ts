import type { EntryProblem, Scope } from '#core/model/definition.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { scopeKey } from '#editor/common/scopeKey.ts';

/** A problem, and the setting and settings file it is in. */
export interface ScopedProblem {
  readonly scope: Scope;
  readonly setting: 'servers' | 'inputs';
  readonly problem: EntryProblem;
}

/** An entry, or a setting as a whole, with all that is wrong with it. */
export interface FaultyEntry {
  /** Names it within this window. */
  readonly key: string;
  readonly scope: Scope;
  readonly setting: 'servers' | 'inputs';
  /** The server's name, or the setting's where no single server is meant. */
  readonly name: string;
  /** One for each problem: the key, what is wrong, what to do. */
  readonly lines: readonly string[];
}

/** Puts the problems of each entry together, in the order in which they were found. */
export function faultyEntries(problems: readonly ScopedProblem[]): FaultyEntry[] {
  const entries = new Map<string, FaultyEntry & { readonly lines: string[] }>();
  for (const { scope, setting, problem } of problems) {
    const name = problem.server || settingIds[setting];
    const key = JSON.stringify([scopeKey(scope), setting, name]);
    const entry = entries.get(key) ?? { key, scope, setting, name, lines: [] };
    entry.lines.push(lineOf(problem));
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/** The message names its key already, more often than not. */
function lineOf({ key, message, remedy }: EntryProblem): string {
  const named = key === '' || message.includes(key) ? message : `${key}: ${message}`;
  return `${named} ${remedy}`;
}
