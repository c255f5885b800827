import type { HistoryDetail, HistoryRow, HistoryStatus, ToHistory } from '#bridge/history.ts';
import { type HistoryState, theirs } from './state.ts';

const status = (more: Partial<HistoryStatus> = {}): ToHistory => ({
  type: 'status',
  status: {
    enabled: true,
    full: false,
    retentionDays: 90,
    alerts: [],
    servers: [
      { id: 'user:bookings', name: theirs('bookings (your settings)') },
      { id: 'workspace:bookings', name: theirs('bookings (the workspace)') },
    ],
    ...more,
  },
});

const row = (key: string, at: string, more: Partial<HistoryRow> = {}): HistoryRow => ({
  key,
  at,
  server: theirs('bookings'),
  about: theirs('Form for book_table'),
  outcome: { word: theirs('Accepted'), tone: 'done' },
  ...more,
});

const rows: readonly HistoryRow[] = [
  row('1', '2026-03-10T09:12:00Z'),
  row('2', '2026-03-10T08:55:00Z', { outcome: { word: theirs('Declined'), tone: 'ended' } }),
  row('3', '2026-03-10T08:50:00Z', { outcome: { word: theirs('Cancelled'), tone: 'stopped' } }),
  row('4', '2026-03-09T17:00:00Z', {
    about: theirs('w'.repeat(300)),
    outcome: { word: theirs('Refused'), tone: 'trouble' },
  }),
  {
    key: '5',
    at: '2026-03-09T16:00:00Z',
    about: theirs('Recording was switched on'),
    outcome: { word: theirs('Noted'), tone: 'plain' },
  },
];

const details: readonly HistoryDetail[] = [
  { label: theirs('When'), values: ['2026-03-10T09:12:00.000Z'], style: 'time' },
  { label: theirs('Decision'), values: [theirs('Accepted by the person')], style: 'words' },
  { label: theirs('Message'), values: [theirs('For whom is the table?\nAnd when?')], style: 'quote' },
  { label: theirs('Fingerprints'), values: ['0'.repeat(64), 'f'.repeat(64)], style: 'code' },
];

const page = (more: Partial<Extract<ToHistory, { type: 'page' }>> = {}): ToHistory => ({
  type: 'page',
  query: 1,
  older: false,
  rows: [...rows],
  more: false,
  unreadable: 0,
  ...more,
});

function historyState(name: string, messages: () => readonly ToHistory[], act?: HistoryState['act']): HistoryState {
  return { name: `history-${name}`, page: 'history', messages, ...(act && { act }) };
}

const choose: HistoryState['act'] = async (opened) => {
  await opened.page.getByRole('option', { name: theirs('Accepted') }).click();
  await opened.send({ type: 'details', key: '1', details: [...details], wire: true });
};

export const history: readonly HistoryState[] = [
  historyState('list', () => [status(), page()]),
  historyState('more', () => [
    status({ full: true, retentionDays: 1 }),
    page({ more: true, unreadable: 3 }),
    { type: 'newer' },
  ]),
  historyState('details', () => [status(), page()], choose),
  historyState('empty', () => [status(), page({ rows: [] })]),
  historyState('off', () => [status({ enabled: false }), page({ rows: [] })]),
  historyState(
    'nothing-matches',
    () => [status(), page()],
    async (opened) => {
      await opened.page.getByRole('searchbox').fill('nobody');
      await opened.pass();
      await opened.send(page({ query: 2, rows: [] }));
    },
  ),
  historyState('failed', () => [
    status(),
    { type: 'pageFailed', query: 1, text: theirs('The record cannot be read.') },
  ]),
  historyState('alerts', () => [
    status({
      alerts: [
        { severity: 'error', text: theirs('The record cannot be written.') },
        { severity: 'warning', text: theirs('An entry was changed.') },
        { severity: 'info', text: theirs('Old entries were removed.') },
      ],
    }),
    page(),
  ]),
  historyState('verifying', () => [status(), page(), { type: 'verifying', entries: 400, file: 1, files: 3 }]),
  historyState('verified', () => [
    status(),
    page(),
    {
      type: 'verified',
      verdict: {
        ok: true,
        text: theirs('5 entries are in order.'),
        problems: [],
        remarks: [theirs('One file is open.')],
      },
    },
  ]),
  historyState('broken', () => [
    status(),
    page(),
    {
      type: 'verified',
      verdict: {
        ok: false,
        text: theirs('The record was changed.'),
        problems: [theirs('Entry 3 is missing')],
        remarks: [],
      },
    },
  ]),
  historyState('verify-cancelled', () => [
    status(),
    page(),
    { type: 'verified', text: theirs('Verifying was cancelled.') },
  ]),
];
