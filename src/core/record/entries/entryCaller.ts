import type { CallBody, ElicitationBody } from './entry.ts';

/**
 * Who made the call of an entry, or whose call a request belongs to. `editor`: the user in a view of this extension. `extension`: another
 * extension; the editor does not say which one. Otherwise an agent, by the name in the entry.
 */
export type EntryCaller = 'editor' | 'extension' | `agent:${string}`;

const agentPrefix = 'agent:';

export function callerOf(entry: ElicitationBody | CallBody): EntryCaller {
  if (entry.by === 'agent') {
    return `${agentPrefix}${entry.agent ?? ''}`;
  }
  const isByProgram = entry.by === 'program' || (entry.kind === 'elicitation' && entry.calledBy === 'program');
  return isByProgram ? 'extension' : 'editor';
}

/** The name of the agent; `undefined` for another caller. */
export function agentOf(caller: string): string | undefined {
  return caller.startsWith(agentPrefix) ? caller.slice(agentPrefix.length) : undefined;
}
