import assert from 'node:assert/strict';
import type { ToHistory } from '#bridge/historyMessages.ts';
import { HistorySession } from '#editor/history/historySession.ts';
import { RecordTestBed, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

/** Opens a session on a record. @returns the session and the messages that it posts */
function openSession(testBed: RecordTestBed) {
  const posted: ToHistory[] = [];
  const session = new HistorySession({
    files: testBed.files,
    heads: testBed.heads,
    flush: async () => undefined,
    post: (message) => posted.push(message),
    hasExchange: (id) => id === 'q1',
  });
  const last = <T extends ToHistory['type']>(type: T) =>
    posted.findLast((message): message is Extract<ToHistory, { type: T }> => message.type === type);
  return { posted, session, last };
}

describe('an open history', () => {
  it('shows the newest entries and then older ones', async () => {
    const testBed = new RecordTestBed();
    await testBed.recordInNewWindow(Array.from({ length: 130 }, (_, index) => `q${index}`));
    const { session, last, posted } = openSession(testBed);
    await session.query({ type: 'query', query: 1, filter: {} });
    assert.equal(last('page')?.rows.length, 100);
    assert.ok(last('page')?.hasMore);
    await Promise.all([session.older(1), session.older(1)]);
    assert.deepEqual([last('page')?.rows.length, last('page')?.older, last('page')?.hasMore], [30, true, false]);
    assert.equal(posted.length, 2, 'the same page is not shown twice');
    await session.older(7);
    assert.equal(posted.length, 2, 'another query is ignored');
  });

  it('posts the details of shown entries only', async () => {
    const testBed = new RecordTestBed();
    const file = await testBed.recordInNewWindow(['q1', 'q2']);
    const { session, last, posted } = openSession(testBed);
    session.select(`${file}:1`);
    assert.equal(posted.length, 0);
    await session.query({ type: 'query', query: 1, filter: {} });
    session.select(`${file}:1`);
    assert.deepEqual([last('details')?.key, last('details')?.hasExchange], [`${file}:1`, true]);
    session.select(`${file}:2`);
    assert.equal(last('details')?.hasExchange, false);
  });

  it('posts what it finds while it searches on, and ends when the filter changes', async () => {
    const testBed = new RecordTestBed();
    const writer = testBed.writer();
    // More than the lines of one read.
    const bodies = Array.from({ length: 250 }, (_, index) => testOutcome({ id: `q${index}` }));
    for (const body of bodies) {
      writer.recordElicitation(body);
    }
    await writer.flush();
    const file = writer.file ?? '';
    const lines = testBed.disk.read(file);
    testBed.disk.write(file, Buffer.concat(Array.from({ length: 900 }, () => lines)));
    const { session, posted } = openSession(testBed);
    await session.query({ type: 'query', query: 1, filter: { text: 'nowhere' } });
    const pages = posted.filter((message) => message.type === 'page');
    assert.ok(pages.length > 1);
    assert.deepEqual(
      pages.map(({ older, isSearching, rows }) => [older, isSearching, rows.length]),
      pages.map((_, index) => [index > 0, index < pages.length - 1, 0]),
    );
    assert.equal(pages.at(-1)?.read, 225_000);
    assert.equal(pages.at(-1)?.hasMore, false);

    posted.length = 0;
    const first = session.query({ type: 'query', query: 2, filter: { text: 'nowhere' } });
    const counting = session.count({ type: 'count', query: 2, timeZone: 'UTC' });
    await session.query({ type: 'query', query: 3, filter: { text: 'q249' } });
    const remaining = posted.filter((message) => 'query' in message && message.query === 2);
    await Promise.all([first, counting]);
    assert.ok(remaining.length < pages.length);
    assert.equal(posted.filter((message) => 'query' in message && message.query === 2).length, remaining.length);
  }).timeout(20_000);

  it('counts the days of a query once, also the part that is not listed and the calls that are not', async () => {
    const testBed = new RecordTestBed();
    await testBed.recordInNewWindow(Array.from({ length: 130 }, (_, index) => `q${index}`));
    const writer = testBed.writer('calls');
    const server = { id: 'agent:codex:a', name: 'Codex · a' };
    writer.append({ kind: 'call', server, by: 'agent', agent: 'Codex', outcome: 'completed', ms: 1, times: 40 });
    await writer.flush();
    const { session, last, posted } = openSession(testBed);
    await session.query({ type: 'query', query: 1, filter: { only: 'requests' } });
    assert.equal(last('page')?.rows.length, 100);
    await session.count({ type: 'count', query: 1, timeZone: 'UTC', from: Date.parse('2026-03-10') });
    const codex = { name: 'Codex', counts: '40 calls' };
    const callers = [{ name: 'This editor', counts: '130 questions' }, codex];
    assert.deepEqual(last('days'), {
      type: 'days',
      query: 1,
      days: [{ day: '2026-03-10', callers, silentCalls: 40 }],
      isDone: true,
      read: 131,
    });
    await session.count({ type: 'count', query: 1, timeZone: 'UTC' });
    assert.deepEqual([last('days')?.days, last('days')?.isDone], [[], true]);
    await session.query({ type: 'query', query: 2, filter: { only: 'requests', caller: 'agent:Codex' } });
    posted.length = 0;
    await session.count({ type: 'count', query: 1, timeZone: 'UTC' });
    assert.deepEqual(posted, [], 'another query is ignored');
    await session.count({ type: 'count', query: 2, timeZone: 'UTC' });
    assert.deepEqual(last('days')?.days, [{ day: '2026-03-10', callers: [codex], silentCalls: 40 }]);
  });

  it('posts why the days could not be counted', async () => {
    const testBed = new RecordTestBed();
    const { session, last } = openSession(testBed);
    await session.query({ type: 'query', query: 1, filter: {} });
    testBed.files.list = () => Promise.reject(new Error('EACCES: permission denied'));
    await session.count({ type: 'count', query: 1, timeZone: 'UTC' });
    assert.match(last('days')?.failure ?? '', /could not be counted: EACCES/);
    assert.equal(last('days')?.isDone, true);
  });

  it('verifies the record, names the broken entry, and can be cancelled', async () => {
    const testBed = new RecordTestBed();
    const file = await testBed.recordInNewWindow(['q1', 'q2']);
    const { session, last } = openSession(testBed);
    await session.verify();
    assert.equal(last('verified')?.verdict?.ok, true);
    const text = testBed.disk.read(file).toString();
    testBed.disk.write(file, Buffer.from(text.replace('"q2"', '"q3"')));
    await session.verify();
    assert.match(last('verified')?.verdict?.text ?? '', new RegExp(`${file}\\. Line 2: `));
    const verifying = session.verify();
    session.cancelVerify();
    await verifying;
    assert.equal(last('verified')?.text, 'Verifying was cancelled.');
  });

  it('posts an error if the record cannot be read', async () => {
    const testBed = new RecordTestBed();
    const { session, last } = openSession(testBed);
    testBed.files.list = () => Promise.reject(new Error('EACCES: permission denied'));
    await session.query({ type: 'query', query: 1, filter: {} });
    assert.match(last('pageFailed')?.text ?? '', /could not be read: EACCES/);
  });
});
