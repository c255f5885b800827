import type { EntryProblem, Scope } from '#core/model/definition.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { scopeKey } from '#editor/common/scopeKey.ts';
import { paragraph } from '#form/language.ts';

/** A problem, with its setting and its scope. */
export interface ScopedProblem {
  readonly scope: Scope;
  readonly setting: 'servers' | 'inputs';
  readonly problem: EntryProblem;
}

/** An entry, or a setting as a whole, with all its problems. */
export interface FaultyEntry {
  /** Identifies the entry in this window. */
  readonly key: string;
  readonly scope: Scope;
  readonly setting: 'servers' | 'inputs';
  /** The server's name, or the setting's id if the problem is not about a single server. */
  readonly name: string;
  /** One line for each problem: the key, the problem, the remedy. */
  readonly lines: readonly string[];
}

/** Groups the problems by entry, in the order in which they were found. */
export function faultyEntries(problems: readonly ScopedProblem[]): FaultyEntry[] {
  const entries = new Map<string, FaultyEntry & { readonly lines: string[] }>();
  for (const { scope, setting, problem } of problems) {
    const name = problem.server || settingIds[setting];
    const key = JSON.stringify([scopeKey(scope), setting, name]);
    const entry = entries.get(key) ?? { key, scope, setting, name, lines: [] };
    entry.lines.push(problemLine(problem));
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/** The line of a problem. Omits the key if the message contains it. */
function problemLine({ key, message, remedy }: EntryProblem): string {
  const text = key === '' || message.includes(key) ? message : `${key}: ${message}`;
  return paragraph([text, remedy]);
}
