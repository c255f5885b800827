import type { RecordFilter } from './recordFilter.ts';

/** The texts around the time in a line as `linkEntry` and `RecordWriter.append` write it. */
const lineStart = '{"v":1,"seq":';
const beforeTime = '","at":"';
/** The length of an ISO 8601 time in the years 0 to 9999. */
const timeLength = 24;
const afterTime = 'Z","kind":"';
/** The position of the time in a line is smaller than this. */
const maxLinkLength = 120;

/** Returns the time of an entry that certainly does not match the filter; `undefined` if the entry may match. */
export type LinePrefilter = (line: Buffer) => string | undefined;

/**
 * Excludes most of the lines that do not match a filter by searching their text, which is much faster than parsing them. Use
 * `entryMatcher` for the lines that are not excluded. Returns `undefined` if the filter has no condition that can be searched for.
 */
export function linePrefilter(filter: RecordFilter): LinePrefilter | undefined {
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

function timeIn(text: string): string | undefined {
  const begin = text.indexOf(beforeTime, 80) + beforeTime.length;
  const end = begin + timeLength;
  const isExpectedFormat = begin < maxLinkLength && text.startsWith(lineStart) && text.startsWith(afterTime, end - 1);
  return isExpectedFormat ? text.slice(begin, end) : undefined;
}

/** A function that is true for the text of each line that can match. */
type TextCondition = (line: string) => boolean;

function textConditions({ server, decision, undelivered, mode, text = '' }: RecordFilter): readonly TextCondition[] {
  return [
    ...(server === undefined ? [] : [contains(`"server":{"id":${JSON.stringify(server)}`)]),
    ...(decision === undefined ? [] : [hasDecision(decision)]),
    ...(undelivered ? [contains('"delivery":"')] : []),
    ...(mode === undefined ? [] : [contains(`"mode":"${mode}"`)]),
    // The lower case of a sigma depends on whether it ends a word, so a text with a sigma cannot be searched for.
    ...(text === '' || /[\u03a3\u03c2\u03c3]/.test(text) ? [] : [containsText(text.toLowerCase())]),
  ];
}

function contains(json: string): TextCondition {
  return (line) => line.includes(json);
}

function hasDecision(decision: NonNullable<RecordFilter['decision']>): TextCondition {
  const hasExactDecision = contains(`"decision":"${decision}"`);
  return decision === 'accept' ? (line) => hasExactDecision(line) || line.includes('"opened":true') : hasExactDecision;
}

/** Returns a condition that is true for a line with the text, and for a line with a JSON escape, which may stand for any text. */
function containsText(lowerCase: string): TextCondition {
  return (line) => line.includes('\\') || line.toLowerCase().includes(lowerCase);
}
