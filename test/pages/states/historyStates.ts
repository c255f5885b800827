import type { HistoryDetail, HistoryRow, HistoryStatus, ToHistory } from '#bridge/historyMessages.ts';
import { type HistoryState, untranslated } from './pageState.ts';

const statusMessage = (more: Partial<HistoryStatus> = {}): ToHistory => ({
  type: 'status',
  status: {
    enabled: true,
    recordsValues: false,
    retentionDays: 90,
    alerts: [],
    servers: [
      { id: 'user:bookings', name: untranslated('bookings (your settings)') },
      { id: 'workspace:bookings', name: untranslated('bookings (the workspace)') },
    ],
    ...more,
  },
});

const row = (key: string, at: string, more: Partial<HistoryRow> = {}): HistoryRow => ({
  key,
  at,
  server: untranslated('bookings'),
  about: untranslated('Form for book_table'),
  outcome: { word: untranslated('Accepted'), tone: 'done' },
  ...more,
});

const rows: readonly HistoryRow[] = [
  row('1', '2026-03-10T09:12:00Z'),
  row('2', '2026-03-10T08:55:00Z', { outcome: { word: untranslated('Declined'), tone: 'ended' } }),
  row('3', '2026-03-10T08:50:00Z', { outcome: { word: untranslated('Cancelled'), tone: 'stopped' } }),
  row('4', '2026-03-09T17:00:00Z', {
    about: untranslated('w'.repeat(300)),
    outcome: { word: untranslated('Refused'), tone: 'trouble' },
  }),
  {
    key: '5',
    at: '2026-03-09T16:00:00Z',
    about: untranslated('Recording was switched on'),
    outcome: { word: untranslated('Noted'), tone: 'plain' },
  },
];

const details: readonly HistoryDetail[] = [
  { label: untranslated('When'), values: ['2026-03-10T09:12:00.000Z'], style: 'time' },
  { label: untranslated('Decision'), values: [untranslated('Accepted by the person')], style: 'words' },
  { label: untranslated('Message'), values: [untranslated('For whom is the table?\nAnd when?')], style: 'quote' },
  { label: untranslated('Fingerprints'), values: ['0'.repeat(64), 'f'.repeat(64)], style: 'code' },
];

/** The extension's response when the user chooses an entry. */
export function detailsMessage(key: string): ToHistory {
  return { type: 'details', key, details: [...details], hasExchange: true };
}

const pageMessage = (more: Partial<Extract<ToHistory, { type: 'page' }>> = {}): ToHistory => ({
  type: 'page',
  query: 1,
  older: false,
  rows: [...rows],
  hasMore: false,
  unreadable: 0,
  ...more,
});

function historyState(name: string, messages: () => readonly ToHistory[], act?: HistoryState['act']): HistoryState {
  return { name: `history-${name}`, page: 'history', messages, ...(act && { act }) };
}

const choose: HistoryState['act'] = async (opened) => {
  await opened.page.getByRole('option', { name: untranslated('Accepted') }).click();
  await opened.send(detailsMessage('1'));
};

export const historyStates: readonly HistoryState[] = [
  historyState('list', () => [statusMessage(), pageMessage()]),
  historyState('more', () => [
    statusMessage({ recordsValues: true, retentionDays: 1 }),
    pageMessage({ hasMore: true, unreadable: 3 }),
    { type: 'newer' },
  ]),
  historyState('details', () => [statusMessage(), pageMessage()], choose),
  historyState('empty', () => [statusMessage(), pageMessage({ rows: [] })]),
  historyState('off', () => [statusMessage({ enabled: false }), pageMessage({ rows: [] })]),
  historyState(
    'nothing-matches',
    () => [statusMessage(), pageMessage()],
    async (opened) => {
      await opened.page.getByRole('searchbox').fill('nobody');
      await opened.advanceTime();
      await opened.send(pageMessage({ query: 2, rows: [] }));
    },
  ),
  historyState('failed', () => [
    statusMessage(),
    { type: 'pageFailed', query: 1, text: untranslated('The record cannot be read.') },
  ]),
  historyState('alerts', () => [
    statusMessage({
      alerts: [
        { severity: 'error', text: untranslated('The record cannot be written.') },
        { severity: 'warning', text: untranslated('An entry was changed.') },
        { severity: 'info', text: untranslated('Old entries were removed.') },
      ],
    }),
    pageMessage(),
  ]),
  historyState('verifying', () => [
    statusMessage(),
    pageMessage(),
    { type: 'verifying', entries: 400, file: 1, files: 3 },
  ]),
  historyState('verified', () => [
    statusMessage(),
    pageMessage(),
    {
      type: 'verified',
      verdict: {
        ok: true,
        text: untranslated('5 entries are in order.'),
        problems: [],
        remarks: [untranslated('One file is open.')],
      },
    },
  ]),
  historyState('broken', () => [
    statusMessage(),
    pageMessage(),
    {
      type: 'verified',
      verdict: {
        ok: false,
        text: untranslated('The record was changed.'),
        problems: [untranslated('Entry 3 is missing')],
        remarks: [],
      },
    },
  ]),
  historyState('verify-cancelled', () => [
    statusMessage(),
    pageMessage(),
    { type: 'verified', text: untranslated('Verifying was cancelled.') },
  ]),
];
