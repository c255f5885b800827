import type { HistoryDetail, HistoryRow } from '../../bridge/history.ts';
import type { ElicitationBody, Entry, Found, RecordedDecision, RecordedField } from '../../core/record/entry.ts';
import type { PagedEntry } from '../../core/record/page.ts';
import { inBlock, inFull, inOneLine } from '../../form/text.ts';
import { count } from '../../form/words.ts';

type Style = HistoryDetail['style'];

const decisionWords: Readonly<Record<RecordedDecision, HistoryRow['outcome']>> = {
  accept: { word: 'Accepted', tone: 'done' },
  decline: { word: 'Declined', tone: 'stopped' },
  cancel: { word: 'Cancelled', tone: 'ended' },
  withdrawn: { word: 'Withdrawn', tone: 'ended' },
  refused: { word: 'Refused', tone: 'stopped' },
  rate_limited: { word: 'Withheld', tone: 'stopped' },
  muted: { word: 'Muted', tone: 'stopped' },
};

const deciderWords: Readonly<Record<ElicitationBody['decidedBy'], string>> = {
  person: 'You',
  host: 'This extension',
  server: 'The server',
  connection: 'Nobody: the connection was lost',
};

const wayWords: Readonly<Record<ElicitationBody['way'], string>> = {
  pushed: 'Asked while the call was running (elicitation/create)',
  round: 'Asked in the answer to a call (input_required)',
  required: 'Required before a call could go on (error -32042)',
};

const notRecorded = 'not recorded';
const mostShown = 2000;

/** What names an entry among all: where it stands. */
export function keyOf({ file, entry }: PagedEntry): string {
  return `${file}:${entry.seq}`;
}

/** An entry as a line of the list. */
export function rowOf(paged: PagedEntry): HistoryRow {
  const { entry } = paged;
  const base = { key: keyOf(paged), at: entry.at };
  if (entry.kind !== 'elicitation') {
    return { ...base, about: aboutRecord(entry), outcome: { word: ownWord(entry), tone: ownTone(entry) } };
  }
  const opened = entry.mode === 'url' && entry.decision === 'accept';
  const outcome = opened ? { word: 'Opened', tone: 'done' as const } : decisionWords[entry.decision];
  return { ...base, server: nameOf(entry.server.name), about: aboutRequest(entry), outcome };
}

/** Everything that an entry says, in words. Texts of others are made presentable. */
export function detailsOf({ file, entry }: PagedEntry): HistoryDetail[] {
  const own = entry.kind === 'elicitation' ? requestDetails(entry) : recordDetails(entry);
  return [
    ...own,
    detail('Where it is kept', `${inFull(file)}, line ${entry.seq}`, 'code'),
    detail('SHA-256', entry.hash, 'code'),
  ];
}

/** What a start found, in sentences. */
export function foundWords({ file, what, entries = 0, bytes = 0 }: Found): string {
  const name = inFull(file);
  switch (what) {
    case 'adopted':
      return `${name}: a window ended before it could vouch for ${entries === 1 ? 'an entry' : `${entries} entries`}. They follow in the chain and are vouched for now.`;
    case 'torn':
      return `${name}: the last entry was cut off while it was written. ${count(bytes, 'byte')} of it stay in the file.`;
    case 'missing':
      return `${name}: the file is gone, and nothing in the record says why.`;
    case 'truncated':
      return `${name}: entries at the end are gone.`;
    case 'changed':
      return `${name}: it was changed from outside.`;
  }
}

function aboutRequest({ mode, call, times }: ElicitationBody): string {
  const what = mode === 'form' ? 'Form' : mode === 'url' ? 'Web page' : 'Request';
  const target = call ? ` for ${nameOf(call.target)}` : '';
  return `${what}${target}${times === undefined ? '' : `, ${times} times`}`;
}

function aboutRecord(entry: Exclude<Entry, ElicitationBody>): string {
  switch (entry.kind) {
    case 'gap':
      return 'Nothing could be written for a time';
    case 'repair':
      return `Found at a start: ${entry.found
        .map(({ what }) => troubleWords[what])
        .filter(isFirst)
        .join(', ')}`;
    case 'retention':
      return `${count(entry.files.length, 'old file')} dropped`;
    case 'cleared':
      return 'The record was cleared';
  }
}

const troubleWords: Readonly<Record<Found['what'], string>> = {
  adopted: 'entries that were not vouched for',
  torn: 'an entry that was cut off',
  missing: 'a missing file',
  truncated: 'missing entries',
  changed: 'changed entries',
};

function ownWord(entry: Exclude<Entry, ElicitationBody>): string {
  switch (entry.kind) {
    case 'gap':
      return 'Gap';
    case 'repair':
      return isRepaired(entry.found) ? 'Repaired' : 'Problem';
    default:
      return 'Dropped';
  }
}

function ownTone(entry: Exclude<Entry, ElicitationBody>): HistoryRow['outcome']['tone'] {
  return entry.kind === 'gap' || (entry.kind === 'repair' && !isRepaired(entry.found)) ? 'trouble' : 'plain';
}

/** True where everything that was found is explained by a window that ended without warning. */
export function isRepaired(found: readonly Found[]): boolean {
  return found.every(({ what }) => what === 'adopted' || what === 'torn');
}

function requestDetails(entry: ElicitationBody & { readonly at: string }): HistoryDetail[] {
  const { server, call, message, reason, shownMs, findings, limits, site, url, protocol, times } = entry;
  const opened = entry.mode === 'url' && entry.decision === 'accept';
  return [
    detail('When it ended', entry.at, 'time'),
    detail('Server', nameOf(server.name), 'quote'),
    ...(server.scope === undefined ? [] : [detail('Defined in', scopeWords(server.scope), 'words')]),
    call
      ? detail(`For the ${call.kind}`, inFull(call.target, mostShown), 'quote')
      : detail('For the call', 'not known', 'words'),
    detail('Decision', opened ? 'Opened, with your consent' : decisionWords[entry.decision].word, 'words'),
    detail('Decided by', deciderWords[entry.decidedBy], 'words'),
    ...(reason === undefined ? [] : [detail('Why', inBlock(reason), 'words')]),
    ...(entry.unsent ? [detail('Sent', 'Nothing: the server got no answer to it', 'words')] : []),
    ...(times === undefined ? [] : [detail('Stands for', `${times} requests that met the same fate unseen`, 'words')]),
    detail('Waited', duration(entry.waitedMs), 'words'),
    detail('Shown', shownMs === undefined ? 'never' : duration(shownMs), 'words'),
    messageDetail(message),
    ...fieldDetails(entry),
    ...(entry.mode === 'url'
      ? [
          detail('Site', site === undefined ? 'not known' : inFull(site), 'quote'),
          detail('Address', url === undefined ? notRecorded : inFull(url), 'quote'),
        ]
      : []),
    ...(findings
      ? [{ label: 'Found in the address', values: findings.map((code) => inOneLine(code)), style: 'code' as const }]
      : []),
    ...(limits ? [{ label: 'Limits', values: limits.map((code) => inOneLine(code)), style: 'code' as const }] : []),
    detail('How it came', wayWords[entry.way], 'words'),
    ...(protocol === undefined ? [] : [detail('Protocol', inOneLine(protocol), 'words')]),
  ];
}

function messageDetail(message: ElicitationBody['message']): HistoryDetail {
  if (!message) {
    return detail('Message', 'none', 'words');
  }
  return 'text' in message
    ? detail('Message', inBlock(message.text), 'quote')
    : detail('Message', `${notRecorded} (${count(message.length, 'character')})`, 'words');
}

function fieldDetails({ fields, moreFields, decision }: ElicitationBody): HistoryDetail[] {
  const details = (fields ?? []).map((field) => ({
    label: `Field ${nameOf(field.name)}`,
    ...fieldWords(field, decision === 'accept'),
  }));
  return moreFields === undefined ? details : [...details, detail('More fields', String(moreFields), 'words')];
}

function fieldWords(
  { flagged, given, value }: RecordedField,
  accepted: boolean,
): Pick<HistoryDetail, 'values' | 'style'> {
  if (value !== undefined) {
    const values = [value].flat().map((item) => (typeof item === 'string' ? inBlock(item) || '(blank)' : wordOf(item)));
    return { values: values.length > 0 ? values : ['(nothing chosen)'], style: 'quote' };
  }
  const state = !accepted
    ? 'asked for'
    : given === true
      ? `answered, ${notRecorded}`
      : given === false
        ? 'left out'
        : 'asked for';
  return { values: [flagged ? `${state} (sensitive)` : state], style: 'words' };
}

function wordOf(value: number | boolean): string {
  return typeof value === 'number' ? String(value) : value ? 'yes' : 'no';
}

function recordDetails(entry: Exclude<Entry, ElicitationBody>): HistoryDetail[] {
  const when = detail('When', entry.at, 'time');
  switch (entry.kind) {
    case 'gap':
      return [
        when,
        detail('Since', entry.since, 'time'),
        detail('Why', inBlock(entry.reason), 'words'),
        detail('Written late', String(entry.late), 'words'),
        detail('Lost', String(entry.lost), 'words'),
      ];
    case 'repair':
      return [when, { label: 'Found', values: entry.found.map(foundWords), style: 'words' }];
    default:
      return [
        when,
        ...(entry.days === undefined ? [] : [detail('Older than', count(entry.days, 'day'), 'words')]),
        {
          label: 'Files',
          values: entry.files.map(({ file, entries }) => `${inFull(file)}: ${entries} entries`),
          style: 'code',
        },
      ];
  }
}

function detail(label: string, value: string, style: Style): HistoryDetail {
  return { label, values: [value], style };
}

function nameOf(name: string): string {
  return inOneLine(name) || '(unnamed)';
}

function scopeWords(scope: string): string {
  switch (scope) {
    case 'user':
      return 'your settings';
    case 'workspace':
      return 'the workspace';
    case 'builtIn':
      return 'this extension';
    default:
      return `folder ${nameOf(scope)}`;
  }
}

/** "1.2 s", "3 min 4 s", "2 h 5 min". */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) {
    return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function isFirst<T>(item: T, index: number, list: readonly T[]): boolean {
  return list.indexOf(item) === index;
}
