import type { RecordEntry } from '#core/record/entries/entry.ts';
import { agentOf } from '#core/record/entries/entryCaller.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import type { EntryReader } from './mergedEntries.ts';
import { callOutcomesOfDecisions, type RecordFilter } from './recordFilter.ts';

/** The texts around the time in a line as `linkEntry` and `RecordWriter.append` write it. */
const lineStart = '{"v":1,"seq":';
const beforeTime = '","at":"';
/** The length of an ISO 8601 time in the years 0 to 9999. */
const timeLength = 24;
const afterTime = 'Z","kind":"';
/** The position of the time in a line is smaller than this. */
const maxLinkLength = 120;

/** Returns the time of an entry that certainly does not match the filter; `undefined` if the entry may match. */
type LinePrefilter = (line: Buffer) => string | undefined;

/**
 * Excludes most of the lines that do not match a filter by searching their text, which is much faster than parsing them. Use
 * `entryMatcher` for the lines that are not excluded. Returns `undefined` if the filter has no condition that can be searched for.
 */
function linePrefilter(filter: RecordFilter): LinePrefilter | undefined {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const hasTime = filter.from !== undefined || filter.to !== undefined;
  const conditions = textConditions(filter);
  if (conditions.length === 0 && !hasTime) {
    return undefined;
  }
  return (line) => {
    const text = line.toString('utf8');
    const at = timeIn(text);
    if (at === undefined) {
      return undefined;
    }
    if (hasTime) {
      const time = Date.parse(at);
      if (!(time >= from && time < to)) {
        return at;
      }
    }
    return conditions.every((holds) => holds(text)) ? undefined : at;
  };
}

/** Reads the entries that may match a filter, and only the time of the others. */
export function filteredReader(filter: RecordFilter): EntryReader<RecordEntry> {
  const prefilter = linePrefilter(filter);
  return (line) => {
    const at = prefilter?.(line);
    if (at !== undefined) {
      return { at };
    }
    const entry = parseEntry(line);
    return entry && { at: entry.at, entry };
  };
}

/** The time in the text of a line as this extension writes it; `undefined` for a line of another format. */
export function timeIn(text: string): string | undefined {
  const begin = text.indexOf(beforeTime, 80) + beforeTime.length;
  const end = begin + timeLength;
  const isExpectedFormat = begin < maxLinkLength && text.startsWith(lineStart) && text.startsWith(afterTime, end - 1);
  return isExpectedFormat ? text.slice(begin, end) : undefined;
}

/** A function that is true for the text of each line that can match. */
type TextCondition = (line: string) => boolean;

function textConditions(filter: RecordFilter): readonly TextCondition[] {
  const { only, caller, server, tool, decision, callOutcome, undelivered, mode, text = '' } = filter;
  return [
    ...(only === undefined ? [] : [isOfKind(only)]),
    ...(caller === undefined ? [] : [isOfCaller(caller)]),
    ...(server === undefined ? [] : [contains(`"server":{"id":${JSON.stringify(server)}`)]),
    ...(tool === undefined ? [] : [contains(`"target":${JSON.stringify(tool)}`)]),
    ...(decision === undefined ? [] : [hasDecision(decision)]),
    ...(callOutcome === undefined ? [] : [contains(`"outcome":"${callOutcome}"`)]),
    ...(undelivered ? [contains('"delivery":"')] : []),
    ...(mode === undefined ? [] : [contains(`"mode":"${mode}"`)]),
    // The lower case of a sigma depends on whether it ends a word, so a text with a sigma cannot be searched for.
    ...(text === '' || /[\u03a3\u03c2\u03c3]/.test(text) ? [] : [containsText(text.toLowerCase())]),
  ];
}

function contains(json: string): TextCondition {
  return (line) => line.includes(json);
}

/** The text of a recorded value has no quotation mark without a backslash before it, so none of these keys can be in a value. */
function isOfKind(only: NonNullable<RecordFilter['only']>): TextCondition {
  const isCall = contains('"kind":"call"');
  return only === 'calls' ? isCall : (line) => !isCall(line);
}

function isOfCaller(caller: string): TextCondition {
  const agent = agentOf(caller);
  if (agent !== undefined) {
    // An entry without a name counts as one with an empty name.
    return contains(agent === '' ? '"by":"agent"' : `"agent":${JSON.stringify(agent)}`);
  }
  const isAgents = contains('"by":"agent"');
  const isPrograms = contains('y":"program"');
  return caller === 'extension' ? isPrograms : (line) => !isAgents(line) && !isPrograms(line);
}

function hasDecision(decision: NonNullable<RecordFilter['decision']>): TextCondition {
  const hasExactDecision = contains(`"decision":"${decision}"`);
  const outcome = callOutcomesOfDecisions[decision];
  const also = outcome === undefined ? undefined : contains(`"outcome":"${outcome}"`);
  return decision === 'accept'
    ? (line) => hasExactDecision(line) || line.includes('"opened":true')
    : (line) => hasExactDecision(line) || also?.(line) === true;
}

/** Returns a condition that is true for a line with the text, and for a line with a JSON escape, which may stand for any text. */
function containsText(lowerCase: string): TextCondition {
  return (line) => line.includes('\\') || line.toLowerCase().includes(lowerCase);
}
