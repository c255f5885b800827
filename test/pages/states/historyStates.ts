import { t } from '@vscode/l10n';
import type { HistoryDay, HistoryDetail, HistoryRow, HistoryStatus, ToHistory } from '#bridge/historyMessages.ts';
import { type HistoryState, untranslated } from './pageState.ts';

export const statusMessage = (more: Partial<HistoryStatus> = {}): ToHistory => ({
  type: 'status',
  status: {
    enabled: true,
    recordsValues: false,
    retentionDays: 90,
    alerts: [],
    ...more,
  },
});

const choice = (id: string, name: string) => ({ id, name: untranslated(name) });

export const choicesMessage = (more: Partial<Extract<ToHistory, { type: 'choices' }>> = {}): ToHistory => ({
  type: 'choices',
  agents: [choice('agent:Claude Code', 'Claude Code'), choice('agent:Codex', 'Codex')],
  servers: [
    choice('user:bookings', 'bookings (your settings)'),
    choice('workspace:bookings', 'bookings (the workspace)'),
    choice('agent:codex:tickets', 'Codex · tickets'),
  ],
  tools: [choice('book_table', 'book_table'), choice('create_ticket', 'create_ticket')],
  ...more,
});

/** `callers`: "NAME: COUNTS" */
export const dayCounts = (day: string, callers: readonly string[], silentCalls = 0): HistoryDay => ({
  day,
  callers: callers.map((caller) => {
    const [name = '', counts = ''] = caller.split(': ').map(untranslated);
    return { name, counts };
  }),
  silentCalls,
});

export const daysMessage = (more: Partial<Extract<ToHistory, { type: 'days' }>> = {}): ToHistory => ({
  type: 'days',
  query: 1,
  days: [
    dayCounts('2026-03-10', ['Codex: 41 calls, 3 questions, 1 declined', 'This editor: 2 calls, 1 question'], 39),
    dayCounts('2026-03-09', ['This editor: 1 question']),
    dayCounts('2026-03-08', ['Claude Code: 7 calls'], 7),
  ],
  isDone: true,
  read: 55,
  ...more,
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

export const pageMessage = (more: Partial<Extract<ToHistory, { type: 'page' }>> = {}): ToHistory => ({
  type: 'page',
  query: 1,
  older: false,
  rows: [...rows],
  hasMore: false,
  isSearching: false,
  read: 5,
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

const showCalls: HistoryState['act'] = async (opened) => {
  await opened.page.getByLabel(t('Show tool calls')).check();
  await opened.advanceTime();
  const calls = rows.map((one, index) => ({
    ...one,
    key: `call-${index}`,
    about: untranslated(`Call of create_ticket by ${index % 2 === 0 ? 'Codex' : 'Claude Code'}`),
    outcome: { word: untranslated('Completed'), tone: 'done' } as const,
  }));
  const both = rows.flatMap((one, index) => [one, ...calls.slice(index, index + 1)]);
  await opened.send(pageMessage({ query: 2, rows: both }), daysMessage({ query: 2 }));
};

/** Shows all filters in a small tab. */
const unfoldFilters: NonNullable<HistoryState['act']> = async ({ page }) => {
  const unfold = page.locator('.unfold-filters[aria-expanded=false]');
  if (await unfold.isVisible()) {
    await unfold.click();
  }
};

/** Sets a filter of each kind of control, and sends the reply. */
const filter: HistoryState['act'] = async (opened) => {
  const { page } = opened;
  await page.getByRole('searchbox').fill('table');
  await opened.advanceTime();
  await unfoldFilters(opened);
  await page.getByRole('combobox', { name: t('Caller') }).selectOption('agent:Codex');
  await page.getByRole('combobox', { name: t('Outcome') }).selectOption('accept');
  await page.getByRole('combobox', { name: t('Day') }).selectOption('range');
  await page.getByLabel(t('From'), { exact: true }).fill('2026-03-01');
  await page.getByLabel(t('To'), { exact: true }).fill('2026-03-31');
  await opened.advanceTime();
  const query = (await opened.postedOf('query')).at(-1)?.query ?? 0;
  await opened.send(
    pageMessage({ query, rows: rows.slice(0, 1) }),
    daysMessage({ query, days: [dayCounts('2026-03-10', ['Codex: 1 question'])] }),
  );
};

export const historyStates: readonly HistoryState[] = [
  historyState('list', () => [statusMessage(), choicesMessage(), pageMessage(), daysMessage()]),
  historyState('calls', () => [statusMessage({ recordsCalls: true }), choicesMessage(), pageMessage()], showCalls),
  historyState('filtered', () => [statusMessage(), choicesMessage(), pageMessage(), daysMessage()], filter),
  historyState('searching', () => [
    statusMessage(),
    choicesMessage(),
    pageMessage({ rows: rows.slice(0, 2), hasMore: true, isSearching: true, read: 240_000 }),
    daysMessage({ days: [], isDone: false, read: 120_000 }),
  ]),
  historyState('only-calls', () => [
    statusMessage({ recordsCalls: true }),
    pageMessage({ rows: [] }),
    daysMessage({ days: [dayCounts('2026-03-10', ['Codex: 41 calls'], 41)] }),
  ]),
  historyState('not-counted', () => [
    statusMessage(),
    pageMessage(),
    daysMessage({ days: [], failure: untranslated('The days could not be counted.') }),
  ]),
  historyState('hostile', () => [
    statusMessage(),
    choicesMessage({
      agents: [choice('agent:Any', 'Any'), choice('agent:long', `${'w'.repeat(120)}…`)],
      servers: [choice('user:1', '<img src=x onerror=alert(1)>'), choice('user:2', 'This editor')],
      tools: [choice('1', 'שלום'), choice('2', `${'tool '.repeat(24)}…`)],
    }),
    pageMessage({
      rows: [
        row('1', '2026-03-10T09:12:00Z', {
          server: untranslated('<b>bookings</b>'),
          about: untranslated(`Call of ${'w'.repeat(120)}… by שלום`),
        }),
      ],
    }),
    daysMessage({
      days: [
        dayCounts('2026-03-10', [
          `${'w'.repeat(60)}…: 1 call`,
          'This editor (an agent): 41 calls, 3 questions',
          'שלום: 3 calls, 1 question',
          '<script>alert(1)</script>: 2 calls',
        ]),
      ],
    }),
  ]),
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
      await unfoldFilters(opened);
      await opened.page.getByRole('combobox', { name: t('Caller') }).selectOption('extension');
      await opened.advanceTime();
      await opened.send(pageMessage({ query: 3, rows: [] }), daysMessage({ query: 3, days: [] }));
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
