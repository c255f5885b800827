import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryRow } from '#bridge/historyMessages.ts';
import type { CallOutcome } from '#core/model/endedCall.ts';
import type { CallBody } from '#core/record/entries/entry.ts';
import { formatNumber } from '#form/language.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';
import { detail, durationText, nameInList, scopeText } from './formatting.ts';

const outcomeWords = (): Readonly<Record<CallOutcome, HistoryRow['outcome']>> => ({
  completed: { word: t('Completed'), tone: 'done' },
  toolError: { word: t('The tool failed'), tone: 'stopped' },
  declined: { word: t('Declined'), tone: 'stopped' },
  cancelled: { word: t('Cancelled'), tone: 'ended' },
  failed: { word: t('Failed'), tone: 'stopped' },
});

const maxShownLength = 2000;

/** A tool call as a row of the list. */
export function callRow({ server, call, by, agent, outcome, times }: CallBody): Omit<HistoryRow, 'key' | 'at'> {
  const target = call ? nameInList(call.target) : t('several tools');
  const about = aboutCall(target, by, agent);
  return {
    server: nameInList(server.name),
    about: times === undefined ? about : t('{0}, {1} times', about, formatNumber(times)),
    outcome: outcomeWords()[outcome],
  };
}

/** All recorded details of a tool call as texts. */
export function callDetails(entry: CallBody & { readonly at: string }): HistoryDetail[] {
  const { server, call, protocol, by, agent, unverified, outcome, failure, ms, times } = entry;
  return [
    detail(times === undefined ? t('Ended') : t('Recorded'), entry.at, 'time'),
    detail(t('Server'), nameInList(server.name), 'quote'),
    ...(server.scope === undefined ? [] : [detail(t('Defined in'), scopeText(server.id, server.scope), 'words')]),
    call
      ? detail(t('Tool'), escapeInvisible(call.target, maxShownLength), 'quote')
      : detail(t('Tool'), t('several tools'), 'words'),
    ...(call?.id === undefined ? [] : [detail(t('Call'), inOneLine(call.id), 'code')]),
    by === 'agent'
      ? detail(t('Called by'), nameInList(agent ?? ''), 'quote')
      : detail(t('Called by'), byWords(by), 'words'),
    ...(unverified ? [detail(t('Connected'), t('No: it was not a server that you connected'), 'words')] : []),
    detail(t('Outcome'), outcomeWords()[outcome].word, 'words'),
    ...(failure === undefined ? [] : [detail(t('Failure'), inOneLine(failure), 'code')]),
    detail(times === undefined ? t('Took') : t('Took at most'), durationText(ms), 'words'),
    ...(times === undefined
      ? []
      : [detail(t('Covers'), t('{0} calls: more than 60 in a minute', formatNumber(times)), 'words')]),
    detail(t('Arguments and result'), t('never recorded'), 'words'),
    ...(protocol === undefined ? [] : [detail(t('Protocol'), inOneLine(protocol), 'words')]),
  ];
}

function aboutCall(target: string, by: CallBody['by'], agent = ''): string {
  switch (by) {
    case 'person':
      return t('Call of {0}', target);
    case 'program':
      return t('Call of {0} by a program', target);
    case 'agent':
      return t('Call of {0} by {1}', target, nameInList(agent));
  }
}

function byWords(by: CallBody['by']): string {
  return by === 'person' ? t('You') : t('Another extension, by a command of this one. The editor does not say which.');
}
