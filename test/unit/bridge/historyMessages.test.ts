import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FromHistory, readFromHistory, readToHistory, type ToHistory } from '#bridge/historyMessages.ts';

const fromHistory: { readonly [T in FromHistory['type']]: Extract<FromHistory, { type: T }> } = {
  ready: { type: 'ready' },
  query: {
    type: 'query',
    query: 1,
    filter: {
      caller: 'agent:Codex',
      server: 'user:a',
      tool: 'book',
      decision: 'muted',
      callOutcome: 'failed',
      mode: 'url',
      text: 'x',
      from: 1,
      to: 2,
    },
  },
  count: { type: 'count', query: 1, timeZone: 'Europe/Zurich', from: 1 },
  older: { type: 'older', query: 1 },
  select: { type: 'select', key: 'a:1' },
  showExchange: { type: 'showExchange', key: 'a:1' },
  verify: { type: 'verify' },
  cancelVerify: { type: 'cancelVerify' },
  export: { type: 'export' },
  clear: { type: 'clear' },
  openSettings: { type: 'openSettings' },
  tryDemo: { type: 'tryDemo' },
};

const toHistory: { readonly [T in ToHistory['type']]: Extract<ToHistory, { type: T }> } = {
  status: {
    type: 'status',
    status: {
      enabled: true,
      recordsValues: false,
      retentionDays: 90,
      alerts: [{ severity: 'error', text: 'The disk is full.' }],
    },
  },
  choices: {
    type: 'choices',
    agents: [{ id: 'agent:a', name: 'a' }],
    servers: [{ id: 'user:a', name: 'a' }],
    tools: [{ id: 'b', name: 'b' }],
  },
  page: {
    type: 'page',
    query: 1,
    older: false,
    rows: [{ key: 'a:1', at: '2026-03-10T12:00:00.000Z', about: 'Form', outcome: { word: 'Accepted', tone: 'done' } }],
    hasMore: true,
    isSearching: false,
    read: 1,
    unreadable: 0,
  },
  days: {
    type: 'days',
    query: 1,
    days: [{ day: '2026-03-10', callers: [{ name: 'Codex', counts: '2 calls' }], silentCalls: 2 }],
    isDone: true,
    read: 2,
  },
  pageFailed: { type: 'pageFailed', query: 1, text: 'No.' },
  newer: { type: 'newer' },
  details: {
    type: 'details',
    key: 'a:1',
    details: [{ label: 'Server', values: ['a'], style: 'quote' }],
    hasExchange: true,
  },
  verifying: { type: 'verifying', entries: 1, file: 0, files: 2 },
  verified: { type: 'verified', verdict: { ok: false, text: 'No.', problems: [], remarks: ['a'] } },
};

describe('a message between the history and the extension', () => {
  it('is read unchanged', () => {
    for (const message of Object.values(fromHistory)) {
      assert.deepEqual(readFromHistory(structuredClone(message)), message);
    }
    for (const message of Object.values(toHistory)) {
      assert.deepEqual(readToHistory(structuredClone(message)), message);
    }
  });

  it('is refused if it is malformed or of the other direction', () => {
    const refused = [
      undefined,
      'ready',
      { type: 'delete' },
      { type: 'query', query: -1, filter: {} },
      { type: 'query', query: 1 },
      { type: 'query', query: 1, filter: { decision: 'invented' } },
      { type: 'query', query: 1, filter: { text: 'x'.repeat(1001) } },
      { type: 'query', query: 1, filter: { from: Number.NaN } },
      { type: 'query', query: 1, filter: { tool: 'x'.repeat(1001) } },
      { type: 'query', query: 1, filter: { callOutcome: 'accept' } },
      { type: 'count', query: 1, timeZone: 'x'.repeat(101) },
      { type: 'count', query: 1 },
      { type: 'select', key: 1 },
    ];
    assert.deepEqual(
      refused.map(readFromHistory).filter((message) => message !== undefined),
      [],
    );
    for (const row of [{}, 'text', 1, null]) {
      assert.equal(readToHistory({ ...toHistory.page, rows: [row] }), undefined);
    }
  });

  it('is refused without a thrown error if it is any other value', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        readFromHistory(message);
        readToHistory(message);
      }),
    );
  });
});
