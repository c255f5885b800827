import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryRow } from '#bridge/historyMessages.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import type { ElicitationBody, RecordedDecision, RecordedField } from '#core/record/entries/entry.ts';
import { formatNumber } from '#form/language.ts';
import { escapeInvisible, inBlock, inOneLine } from '#form/text.ts';
import { detail, durationText, nameInList, scopeText } from './formatting.ts';

const decisionWords = (): Readonly<Record<RecordedDecision, HistoryRow['outcome']>> => ({
  accept: { word: t('Accepted'), tone: 'done' },
  decline: { word: t('Declined'), tone: 'stopped' },
  cancel: { word: t('Cancelled'), tone: 'ended' },
  withdrawn: { word: t('Withdrawn'), tone: 'ended' },
  refused: { word: t('Refused'), tone: 'stopped' },
  rate_limited: { word: t('Held back'), tone: 'stopped' },
  muted: { word: t('Muted'), tone: 'stopped' },
});

const deciderWords = (): Readonly<Record<ElicitationBody['decidedBy'], string>> => ({
  person: t('You'),
  host: t('This extension'),
  server: t('The server'),
  connection: t('Nobody: the connection was lost'),
});

const arrivalWords = (): Readonly<Record<ElicitationBody['way'], string>> => ({
  pushed: t('Asked while the call was running (elicitation/create)'),
  round: t('Asked in the answer to a call (input_required)'),
  required: t('Required before a call could continue (error -32042)'),
});

const maxShownLength = 2000;

/** A request as a row of the list. */
export function requestRow(entry: ElicitationBody): Omit<HistoryRow, 'key' | 'at'> {
  const outcome =
    undeliveredOf(entry) ??
    (wasOpened(entry) ? { word: t('Opened'), tone: 'done' as const } : decisionWords()[entry.decision]);
  return { server: nameInList(entry.server.name), about: aboutRequest(entry), outcome };
}

/** All recorded details of a request as texts. */
export function requestDetails(entry: ElicitationBody & { readonly at: string }): HistoryDetail[] {
  const { server, call, message, reason, shownMs, findings, limits, site, url, protocol, times } = entry;
  return [
    detail(t('Ended'), entry.at, 'time'),
    detail(t('Server'), nameInList(server.name), 'quote'),
    ...(server.scope === undefined ? [] : [detail(t('Defined in'), scopeText(server.id, server.scope), 'words')]),
    ...askerDetails(entry),
    call
      ? detail(forWords(call.kind), escapeInvisible(call.target, maxShownLength), 'quote')
      : detail(t('For the call'), t('not known'), 'words'),
    ...(call?.id === undefined ? [] : [detail(t('Call'), inOneLine(call.id), 'code')]),
    detail(t('Decision'), decisionText(entry), 'words'),
    detail(t('Decided by'), deciderWords()[entry.decidedBy], 'words'),
    ...(reason === undefined ? [] : [detail(t('Why'), inBlock(reason), 'words')]),
    ...(entry.unread
      ? [
          detail(
            t({ message: 'Read', comment: 'the question' }),
            t('No: the details are only what it seemed to ask for'),
            'words',
          ),
        ]
      : []),
    ...deliveryDetails(entry),
    ...(entry.unsent ? [detail(t('Sent'), t('Nothing: the server got no answer'), 'words')] : []),
    ...(times === undefined
      ? []
      : [
          detail(
            t('Covers'),
            t('{0} questions with the same outcome, which were not shown', formatNumber(times)),
            'words',
          ),
        ]),
    detail(t('Waited'), durationText(entry.waitedMs), 'words'),
    detail(t('Shown'), shownMs === undefined ? t('never') : durationText(shownMs), 'words'),
    messageDetail(message),
    ...fieldDetails(entry),
    ...(entry.mode === 'url'
      ? [
          detail(t('Site'), site === undefined ? t('not known') : escapeInvisible(site), 'quote'),
          detail(t('Address'), url === undefined ? t('not recorded') : escapeInvisible(url), 'quote'),
        ]
      : []),
    ...(findings
      ? [{ label: t('Found'), values: findings.map((code) => inOneLine(code)), style: 'code' as const }]
      : []),
    ...(limits ? [{ label: t('Limits'), values: limits.map(limitText), style: 'words' as const }] : []),
    detail(t('How it came'), arrivalWords()[entry.way], 'words'),
    ...(protocol === undefined ? [] : [detail(t('Protocol'), inOneLine(protocol), 'words')]),
  ];
}

/** Who asked for a server that this host does not run. */
function askerDetails({ by, agent, unverified }: ElicitationBody): HistoryDetail[] {
  return [
    ...(by === 'agent' ? [detail(t('Asked by'), nameInList(agent ?? ''), 'quote')] : []),
    ...(by === 'program'
      ? [detail(t('Asked by'), t('Another extension. The editor does not say which one.'), 'words')]
      : []),
    ...(by === 'agent' && unverified
      ? [detail(t('Connected'), t('No: it was not a server that you connected'), 'words')]
      : []),
  ];
}

/** The outcome of an answer that was not delivered, or may not have been delivered; `undefined` for other answers. */
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

/** True if the user opened the page, even if the server did not receive the reply. */
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
      ? t('Cancelled while its page was being opened; the page may have opened')
      : t('Withdrawn while its page was being opened; the page may have opened');
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
          : t('not recorded ({0} characters)', formatNumber(message.length)),
        'words',
      );
}

function fieldDetails({ fields, moreFields, decision }: ElicitationBody): HistoryDetail[] {
  const details = (fields ?? []).map((field) => ({
    label: t('Field {0}', nameInList(field.name)),
    ...fieldWords(field, decision === 'accept'),
  }));
  return moreFields === undefined ? details : [...details, detail(t('More fields'), formatNumber(moreFields), 'words')];
}

function fieldWords(
  { flagged, given, value }: RecordedField,
  accepted: boolean,
): Pick<HistoryDetail, 'values' | 'style'> {
  if (value !== undefined) {
    const values = [value]
      .flat()
      .map((item) => (typeof item === 'string' ? inBlock(item) || t('(blank)') : scalarText(item)));
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

function scalarText(value: number | boolean): string {
  return typeof value === 'number' ? String(value) : value ? t('yes') : t('no');
}

function aboutRequest({ mode, call, times }: ElicitationBody): string {
  const about = call ? aboutCall(mode, nameInList(call.target)) : aboutMode(mode);
  return times === undefined ? about : t('{0}, {1} times', about, formatNumber(times));
}

function aboutMode(mode: ElicitationBody['mode']): string {
  switch (mode) {
    case 'form':
      return t('Form');
    case 'url':
      return t('Web page');
    default:
      return t('Question');
  }
}

function aboutCall(mode: ElicitationBody['mode'], target: string): string {
  switch (mode) {
    case 'form':
      return t('Form for {0}', target);
    case 'url':
      return t('Web page for {0}', target);
    default:
      return t('Question for {0}', target);
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

const limitWords = (): Readonly<Record<LimitCode, string>> => ({
  requestsPerMinute: t('Too many questions in a minute'),
  maxPending: t('Too many of its questions waited'),
  mostPending: t('Too many of its questions waited, though you had allowed everything'),
  mostUnreadable: t('Too many questions in a minute that could not be read'),
  muted: t('The server was muted'),
  allowed: t('You allowed it'),
  mostFields: t('Too many fields'),
  nameLength: t('The name of a property is too long'),
  mostOptions: t('Too many options'),
  patternLength: t('Patterns that are too long'),
  patternClasses: t('Patterns with too many Unicode classes'),
  messageDepth: t('It is nested too deeply'),
  messageLength: t('The message is too long'),
  schemaLength: t('The schema is too long'),
  urlLength: t('The URL is too long'),
  elicitationIdLength: t('The elicitationId is too long'),
  roundRequests: t('Too many questions at once'),
  roundKeyLength: t('The key of a question is too long'),
  roundLength: t('Its questions are too long in all'),
  roundFields: t('Its forms have too many fields in all'),
  requiredPages: t('Too many pages at once'),
});

/** The text for a code of the record. Returns an unknown code, for example of a later version, unchanged. */
export function limitText(code: string): string {
  return Object.entries(limitWords()).find(([known]) => known === code)?.[1] ?? inOneLine(code);
}
