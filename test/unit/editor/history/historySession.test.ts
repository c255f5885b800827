import assert from 'node:assert/strict';
import type { ToHistory } from '#bridge/historyMessages.ts';
import { HistorySession } from '#editor/history/historySession.ts';
import { RecordTestBed } from '#test/unit/core/record/recordTestBed.ts';

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
    assert.deepEqual([...session.servers], [['user:travel', 'travel']]);
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
