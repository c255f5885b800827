import type { CallBody, ElicitationBody, RecordEntry } from '#core/record/entries/entry.ts';
import { callerOf, type EntryCaller } from '#core/record/entries/entryCaller.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { filteredReader, timeIn } from './linePrefilter.ts';
import type { EntryReader } from './mergedEntries.ts';
import { readRawText } from './rawText.ts';
import { entryMatcher, isRestricting, type RecordFilter } from './recordFilter.ts';

/** What is counted of a request or a call. */
export interface CountedEntry {
  readonly caller: EntryCaller;
  readonly kind: 'elicitation' | 'call';
  /** The number of requests or calls that the entry stands for. */
  readonly times: number;
  /** True for a request that was declined. */
  readonly isDeclined: boolean;
  /** True for a call during which the server asked. */
  readonly hasAsked: boolean;
}

/**
 * Reads what is counted of the entries that match a filter, and only the time of the others. Without a filter, nearly all lines are read
 * without being parsed.
 */
export function countingReader(filter: RecordFilter): EntryReader<CountedEntry> {
  if (filter.only === undefined && !isRestricting(filter)) {
    return (line) => readCounted(line.toString('utf8'));
  }
  const read = filteredReader(filter);
  const matches = entryMatcher(filter);
  return (line) => {
    const found = read(line);
    return found?.entry && matches(found.entry) ? counted(found.entry) : found && { at: found.at };
  };
}

function counted(entry: RecordEntry): { readonly at: string; readonly entry?: CountedEntry } {
  return entry.kind === 'elicitation' || entry.kind === 'call'
    ? { at: entry.at, entry: countedOf(entry) }
    : { at: entry.at };
}

function countedOf(entry: ElicitationBody | CallBody): CountedEntry {
  const { kind, times = 1 } = entry;
  return {
    caller: callerOf(entry),
    kind,
    times,
    isDeclined: kind === 'elicitation' && entry.decision === 'decline',
    hasAsked: kind === 'call' && entry.asked === true,
  };
}

const agentKey = '"by":"agent"';
const agentNameKey = '"by":"agent","agent":"';

/** Reads a line by its text, if it is as this extension writes it; a quotation mark in a value has a backslash before it there. */
function readCounted(line: string): { readonly at: string; readonly entry?: CountedEntry } | undefined {
  const at = timeIn(line);
  const kind = line.includes('"kind":"elicitation"')
    ? 'elicitation'
    : line.includes('"kind":"call"')
      ? 'call'
      : 'other';
  if (at === undefined || kind === 'other' || line.includes('"times":') || !line.endsWith('"}')) {
    const entry = parseEntry(line);
    return entry && counted(entry);
  }
  return {
    at,
    entry: {
      caller: callerIn(line),
      kind,
      times: 1,
      isDeclined: kind === 'elicitation' && line.includes('"decision":"decline"'),
      hasAsked: kind === 'call' && line.includes('"asked":true'),
    },
  };
}

function callerIn(line: string): EntryCaller {
  const agent = line.indexOf(agentKey);
  if (agent >= 0) {
    return `agent:${line.startsWith(agentNameKey, agent) ? (readRawText(line, agent + agentNameKey.length) ?? '') : ''}`;
  }
  return line.includes('y":"program"') ? 'extension' : 'editor';
}
