import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryRow } from '../../bridge/history.ts';
import type {
  CallBody,
  ElicitationBody,
  Entry,
  Found,
  RecordedDecision,
  RecordedField,
} from '../../core/record/entry.ts';
import type { PagedEntry } from '../../core/record/page.ts';
import { inList, inNumbers } from '../../form/language.ts';
import { inBlock, inFull, inOneLine } from '../../form/text.ts';
import { callDetails, callRow } from './callWords.ts';
import { duration } from './duration.ts';
import { limitWords } from './limitWords.ts';
import { nameOf, scopeWords } from './servers.ts';

type Style = HistoryDetail['style'];
/** An entry about the record itself. */
type OwnEntry = Exclude<Entry, ElicitationBody | CallBody>;

const decisionWords = (): Readonly<Record<RecordedDecision, HistoryRow['outcome']>> => ({
  accept: { word: t('Accepted'), tone: 'done' },
  decline: { word: t('Declined'), tone: 'stopped' },
  cancel: { word: t('Cancelled'), tone: 'ended' },
  withdrawn: { word: t('Withdrawn'), tone: 'ended' },
  refused: { word: t('Refused'), tone: 'stopped' },
  rate_limited: { word: t('Withheld'), tone: 'stopped' },
  muted: { word: t('Muted'), tone: 'stopped' },
});

const deciderWords = (): Readonly<Record<ElicitationBody['decidedBy'], string>> => ({
  person: t('You'),
  host: t('This extension'),
  server: t('The server'),
  connection: t('Nobody: the connection was lost'),
});

const wayWords = (): Readonly<Record<ElicitationBody['way'], string>> => ({
  pushed: t('Asked while the call was running (elicitation/create)'),
  round: t('Asked in the answer to a call (input_required)'),
  required: t('Required before a call could go on (error -32042)'),
});

const mostShown = 2000;

/** What names an entry among all: where it stands. */
export function keyOf({ file, entry }: PagedEntry): string {
  return `${file}:${entry.seq}`;
}

/** An entry as a line of the list. */
export function rowOf(paged: PagedEntry): HistoryRow {
  const { entry } = paged;
  const base = { key: keyOf(paged), at: entry.at };
  if (entry.kind === 'call') {
    return { ...base, ...callRow(entry) };
  }
  if (entry.kind !== 'elicitation') {
    return { ...base, about: aboutRecord(entry), outcome: { word: ownWord(entry), tone: ownTone(entry) } };
  }
  const undelivered = undeliveredOf(entry);
  if (undelivered) {
    return { ...base, server: nameOf(entry.server.name), about: aboutRequest(entry), outcome: undelivered };
  }
  const outcome = wasOpened(entry) ? { word: t('Opened'), tone: 'done' as const } : decisionWords()[entry.decision];
  return { ...base, server: nameOf(entry.server.name), about: aboutRequest(entry), outcome };
}

/** Everything that an entry says, in words. Texts of others are made presentable. */
export function detailsOf({ file, entry }: PagedEntry): HistoryDetail[] {
  const own = entryDetails(entry);
  return [
    ...own,
    detail(t('Where it is kept'), t('{0}, line {1}', inFull(file), entry.seq), 'code'),
    detail('SHA-256', entry.hash, 'code'),
  ];
}

function entryDetails(entry: Entry): HistoryDetail[] {
  switch (entry.kind) {
    case 'elicitation':
      return requestDetails(entry);
    case 'call':
      return callDetails(entry);
    default:
      return recordDetails(entry);
  }
}

/** What a start found, in sentences. */
export function foundWords({ file, what, entries = 0, bytes = 0 }: Found): string {
  const name = inFull(file);
  switch (what) {
    case 'adopted':
      return entries === 1
        ? t(
            '{0}: a window ended before it could vouch for an entry. It follows in the chain and is vouched for now.',
            name,
          )
        : t(
            '{0}: a window ended before it could vouch for {1} entries. They follow in the chain and are vouched for now.',
            name,
            inNumbers(entries),
          );
    case 'headLost':
      return t(
        '{0}: what vouched for it cannot be read. Verify tells whether its entries follow one another; whether some are gone at its end, nobody knows.',
        name,
      );
    case 'torn':
      return t(
        '{0}: the last entry was cut off while it was written. What is in the file of it: {1} bytes.',
        name,
        inNumbers(bytes),
      );
    case 'missing':
      return t('{0}: the file is gone, and nothing in the record says why.', name);
    case 'truncated':
      return t('{0}: entries at the end are gone.', name);
    case 'changed':
      return t('{0}: it was changed from outside.', name);
  }
}

function aboutRequest({ mode, call, times }: ElicitationBody): string {
  const about = call ? aboutCall(mode, nameOf(call.target)) : aboutMode(mode);
  return times === undefined ? about : t('{0}, {1} times', about, inNumbers(times));
}

function aboutMode(mode: ElicitationBody['mode']): string {
  switch (mode) {
    case 'form':
      return t('Form');
    case 'url':
      return t('Web page');
    default:
      return t('Request');
  }
}

function aboutCall(mode: ElicitationBody['mode'], target: string): string {
  switch (mode) {
    case 'form':
      return t('Form for {0}', target);
    case 'url':
      return t('Web page for {0}', target);
    default:
      return t('Request for {0}', target);
  }
}

function aboutRecord(entry: OwnEntry): string {
  switch (entry.kind) {
    case 'gap':
      return t('Nothing could be written for a time');
    case 'repair':
      return t(
        'Found at a start: {0}',
        inList(entry.found.map(({ what }) => troubleWords()[what]).filter(isFirst)).join(''),
      );
    case 'retention':
      return entry.files.length === 1
        ? t('1 old file dropped')
        : t('{0} old files dropped', inNumbers(entry.files.length));
    case 'cleared':
      return t('The record was cleared');
  }
}

const troubleWords = (): Readonly<Record<Found['what'], string>> => ({
  adopted: t('entries that were not vouched for'),
  torn: t('an entry that was cut off'),
  headLost: t('a file that nothing vouches for'),
  missing: t('a missing file'),
  truncated: t('missing entries'),
  changed: t('changed entries'),
});

function ownWord(entry: OwnEntry): string {
  switch (entry.kind) {
    case 'gap':
      return t('Gap');
    case 'repair':
      return isRepaired(entry.found) ? t('Repaired') : t('Problem');
    default:
      return t('Dropped');
  }
}

function ownTone(entry: OwnEntry): HistoryRow['outcome']['tone'] {
  return entry.kind === 'gap' || (entry.kind === 'repair' && !isRepaired(entry.found)) ? 'trouble' : 'plain';
}

/** True where everything that was found is explained by a window that ended without warning. */
export function isRepaired(found: readonly Found[]): boolean {
  return found.every(({ what }) => what === 'adopted' || what === 'torn');
}

function requestDetails(entry: ElicitationBody & { readonly at: string }): HistoryDetail[] {
  const { server, call, message, reason, shownMs, findings, limits, site, url, protocol, times } = entry;
  return [
    detail(t('When it ended'), entry.at, 'time'),
    detail(t('Server'), nameOf(server.name), 'quote'),
    ...(server.scope === undefined ? [] : [detail(t('Defined in'), scopeWords(server.id, server.scope), 'words')]),
    call
      ? detail(forWords(call.kind), inFull(call.target, mostShown), 'quote')
      : detail(t('For the call'), t('not known'), 'words'),
    ...(call?.id === undefined ? [] : [detail(t('Call'), inOneLine(call.id), 'code')]),
    detail(t('Decision'), decisionText(entry), 'words'),
    detail(t('Decided by'), deciderWords()[entry.decidedBy], 'words'),
    ...(reason === undefined ? [] : [detail(t('Why'), inBlock(reason), 'words')]),
    ...(entry.unread ? [detail(t('Read'), t('No: what stands here is what it seemed to ask for'), 'words')] : []),
    ...deliveryDetails(entry),
    ...(entry.unsent ? [detail(t('Sent'), t('Nothing: the server got no answer to it'), 'words')] : []),
    ...(times === undefined
      ? []
      : [detail(t('Stands for'), t('{0} requests that met the same fate unseen', inNumbers(times)), 'words')]),
    detail(t('Waited'), duration(entry.waitedMs), 'words'),
    detail(t('Shown'), shownMs === undefined ? t('never') : duration(shownMs), 'words'),
    messageDetail(message),
    ...fieldDetails(entry),
    ...(entry.mode === 'url'
      ? [
          detail(t('Site'), site === undefined ? t('not known') : inFull(site), 'quote'),
          detail(t('Address'), url === undefined ? t('not recorded') : inFull(url), 'quote'),
        ]
      : []),
    ...(findings
      ? [{ label: t('Found'), values: findings.map((code) => inOneLine(code)), style: 'code' as const }]
      : []),
    ...(limits ? [{ label: t('Limits'), values: limits.map(limitWords), style: 'words' as const }] : []),
    detail(t('How it came'), wayWords()[entry.way], 'words'),
    ...(protocol === undefined ? [] : [detail(t('Protocol'), inOneLine(protocol), 'words')]),
  ];
}

/** An answer of the user's that the server did not get, or may not have got. */
function undeliveredOf({ decision, delivery, mode }: ElicitationBody): HistoryRow['outcome'] | undefined {
  if (delivery === undefined) {
    return undefined;
  }
  const isRefused = delivery === 'refused';
  switch (decision) {
    case 'accept':
      if (mode === 'url') {
        return { word: isRefused ? t('Opened, not delivered') : t('Opened, delivery unknown'), tone: 'trouble' };
      }
      return { word: isRefused ? t('Accepted, not delivered') : t('Accepted, delivery unknown'), tone: 'trouble' };
    case 'decline':
      return { word: isRefused ? t('Declined, not delivered') : t('Declined, delivery unknown'), tone: 'trouble' };
    default:
      return { word: isRefused ? t('Cancelled, not delivered') : t('Cancelled, delivery unknown'), tone: 'trouble' };
  }
}

function deliveryDetails({ delivery, status }: ElicitationBody): HistoryDetail[] {
  if (delivery === undefined) {
    return [];
  }
  if (delivery === 'unknown') {
    return [detail(t('Delivery'), t('Not known: the connection broke, and the server may have the answer'), 'words')];
  }
  return [
    detail(
      t('Delivery'),
      status === undefined
        ? t('The answer did not arrive')
        : t('The answer did not arrive: the server refused it with HTTP status {0}', status),
      'words',
    ),
  ];
}

/** A page was opened with the person's consent, whether or not the server could still be told. */
function wasOpened({ mode, decision, opened }: ElicitationBody): boolean {
  return mode === 'url' && (decision === 'accept' || opened === true);
}

function decisionText(entry: ElicitationBody): string {
  const isCancelled = entry.decision === 'cancel';
  if (!wasOpened(entry)) {
    if (entry.opened !== 'unknown') {
      return (undeliveredOf(entry) ?? decisionWords()[entry.decision]).word;
    }
    return isCancelled
      ? t('Cancelled while its page was being opened; whether it was, is not known')
      : t('Withdrawn while its page was being opened; whether it was, is not known');
  }
  if (!entry.opened) {
    return t('Opened, with your consent');
  }
  return isCancelled
    ? t('Opened, with your consent, while the question was cancelled')
    : t('Opened, with your consent, while the question was withdrawn');
}

function messageDetail(message: ElicitationBody['message']): HistoryDetail {
  if (!message) {
    return detail(t('Message'), t('none'), 'words');
  }
  return 'text' in message
    ? detail(t('Message'), inBlock(message.text), 'quote')
    : detail(
        t('Message'),
        message.length === 1
          ? t('not recorded (1 character)')
          : t('not recorded ({0} characters)', inNumbers(message.length)),
        'words',
      );
}

function fieldDetails({ fields, moreFields, decision }: ElicitationBody): HistoryDetail[] {
  const details = (fields ?? []).map((field) => ({
    label: t('Field {0}', nameOf(field.name)),
    ...fieldWords(field, decision === 'accept'),
  }));
  return moreFields === undefined ? details : [...details, detail(t('More fields'), inNumbers(moreFields), 'words')];
}

function fieldWords(
  { flagged, given, value }: RecordedField,
  accepted: boolean,
): Pick<HistoryDetail, 'values' | 'style'> {
  if (value !== undefined) {
    const values = [value]
      .flat()
      .map((item) => (typeof item === 'string' ? inBlock(item) || t('(blank)') : wordOf(item)));
    return { values: values.length > 0 ? values : [t('(nothing chosen)')], style: 'quote' };
  }
  return { values: [stateWords(accepted ? given : undefined, flagged === true)], style: 'words' };
}

function stateWords(given: boolean | undefined, flagged: boolean): string {
  switch (given) {
    case true:
      return flagged ? t('answered, not recorded (sensitive)') : t('answered, not recorded');
    case false:
      return flagged ? t('left out (sensitive)') : t('left out');
    default:
      return flagged ? t('asked for (sensitive)') : t('asked for');
  }
}

function wordOf(value: number | boolean): string {
  return typeof value === 'number' ? String(value) : value ? t('yes') : t('no');
}

function recordDetails(entry: OwnEntry): HistoryDetail[] {
  const when = detail(t('When'), entry.at, 'time');
  switch (entry.kind) {
    case 'gap':
      return [
        when,
        detail(t('Since'), entry.since, 'time'),
        detail(t('Why'), inBlock(entry.reason), 'words'),
        detail(t('Written late'), inNumbers(entry.late), 'words'),
        detail(t('Lost'), inNumbers(entry.lost), 'words'),
      ];
    case 'repair':
      return [when, { label: t('Found'), values: entry.found.map(foundWords), style: 'words' }];
    default:
      return [
        when,
        ...(entry.days === undefined
          ? []
          : [detail(t('Older than'), entry.days === 1 ? t('1 day') : t('{0} days', inNumbers(entry.days)), 'words')]),
        {
          label: t('Files'),
          values: entry.files.map(({ file, entries }) => t('{0}: {1} entries', inFull(file), inNumbers(entries))),
          style: 'code',
        },
      ];
  }
}

function forWords(kind: NonNullable<ElicitationBody['call']>['kind']): string {
  switch (kind) {
    case 'tool':
      return t('For the tool');
    case 'prompt':
      return t('For the prompt');
    case 'resource':
      return t('For the resource');
  }
}

function detail(label: string, value: string, style: Style): HistoryDetail {
  return { label, values: [value], style };
}

function isFirst<T>(item: T, index: number, list: readonly T[]): boolean {
  return list.indexOf(item) === index;
}
