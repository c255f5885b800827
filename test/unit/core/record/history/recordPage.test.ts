import assert from 'node:assert/strict';
import type { RecordFilter } from '#core/record/history/recordFilter.ts';
import { type RecordCursor, readRecordPage } from '#core/record/history/recordPage.ts';
import { disks, entryId, RecordTestBed, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

for (const [place, disk] of Object.entries(disks)) {
  describe(`a page of the record, ${place}`, () => {
    let testBed: RecordTestBed;
    beforeEach(() => {
      testBed = new RecordTestBed(disk);
    });
    afterEach(() => testBed.disk.dispose());

    const idsOf = async (options: Parameters<typeof readRecordPage>[1]) =>
      (await readRecordPage(testBed.files, options)).entries.map(({ entry }) => entryId(entry));

    /** Writes `count` entries in three windows, in turn. */
    const writeInThreeWindows = async (count: number) => {
      const recorders = ['one', 'two', 'three'].map((window) => testBed.writer(window));
      for (let index = 0; index < count; index += 1) {
        testBed.clock.time += 1000;
        recorders[index % 3]?.recordElicitation(testOutcome({ id: `${index}` }));
      }
      await Promise.all(recorders.map((writer) => writer.flush()));
      return recorders;
    };

    it('is empty if nothing was recorded', async () => {
      assert.deepEqual(await readRecordPage(testBed.files), { entries: [], unreadable: 0, read: 0 });
    });

    it('continues back in time across all windows, with each entry once', async () => {
      const [one] = await writeInThreeWindows(100);
      const ids: string[] = [];
      let cursor: RecordCursor | undefined;
      do {
        const page = await readRecordPage(testBed.files, { limit: 7, ...(cursor && { cursor }) });
        ids.push(...page.entries.map(({ entry }) => entryId(entry)));
        // A cursor is plain data.
        cursor = page.next && (JSON.parse(JSON.stringify(page.next)) as RecordCursor);
        // An entry that is written meanwhile does not appear.
        one?.recordElicitation(testOutcome({ id: 'meanwhile' }));
        await one?.flush();
      } while (cursor);
      assert.deepEqual(
        ids,
        Array.from({ length: 100 }, (_, index) => `${99 - index}`),
      );
    });

    it('keeps the order of a file if the clock goes back', async () => {
      const writer = testBed.writer();
      for (const [id, time] of [
        ['a', 5000],
        ['b', -50_000],
        ['c', 1000],
      ] as const) {
        testBed.clock.time += time;
        writer.recordElicitation(testOutcome({ id }));
      }
      await writer.flush();
      assert.deepEqual(await idsOf({}), ['c', 'b', 'a']);
    });

    it('skips and counts lines that are not entries', async () => {
      const file = await testBed.recordInNewWindow(['a', 'b']);
      const [first = '', second = ''] = testBed.disk.read(file).toString().split('\n');
      const lines = [first, 'hello', '{"v":1}', `${'x'.repeat(3_000_000)}`, second.replace('"v":1', '"v":2'), second];
      testBed.disk.write(file, Buffer.from(`${lines.join('\n')}\n{"v":1,"torn`));
      const page = await readRecordPage(testBed.files);
      assert.deepEqual(
        page.entries.map(({ entry }) => entryId(entry)),
        ['b', 'a'],
      );
      assert.equal(page.unreadable, 4);
    });

    it('continues if a file was deleted meanwhile', async () => {
      const file = await testBed.recordInNewWindow(['a', 'b', 'c'], 'one');
      await testBed.recordInNewWindow(['d'], 'two');
      const { next } = await readRecordPage(testBed.files, { limit: 2 });
      await testBed.files.delete(file);
      assert.deepEqual(await readRecordPage(testBed.files, { ...(next && { cursor: next }) }), {
        entries: [],
        unreadable: 0,
        read: 0,
      });
    });

    it('can be aborted, and ends after a maximum number of lines', async () => {
      await testBed.recordInNewWindow(Array.from({ length: 50 }, (_, index) => `${index}`));
      await assert.rejects(readRecordPage(testBed.files, { signal: AbortSignal.abort() }), { name: 'AbortError' });
      // Lines with the text are parsed. Other lines are skipped, and four of them count as one.
      for (const [text, maxLines] of [
        ['kind', 49],
        ['nowhere', 12.25],
      ] as const) {
        const filter = { text };
        const page = await readRecordPage(testBed.files, { filter, maxLines });
        assert.equal(page.entries.length, 0);
        const last = await readRecordPage(testBed.files, { filter, maxLines, cursor: page.next ?? assert.fail() });
        assert.equal(last.next, undefined);
      }
    });

    it('has withdrawn requests with an opened page among the accepted ones, and finds calls by their id', async () => {
      const writer = testBed.writer();
      const call = { id: 'call-7', kind: 'tool', target: 'a' } as const;
      writer.recordElicitation(
        testOutcome({ id: 'opened', mode: 'url', decision: 'withdrawn', decidedBy: 'server', opened: true }),
      );
      writer.recordElicitation(
        testOutcome({ id: 'gone', mode: 'url', decision: 'withdrawn', decidedBy: 'server', call }),
      );
      await writer.flush();
      assert.deepEqual(await idsOf({ filter: { decision: 'accept' } }), ['opened']);
      assert.deepEqual(await idsOf({ filter: { decision: 'withdrawn' } }), ['gone', 'opened']);
      assert.deepEqual(await idsOf({ filter: { text: 'call-7' } }), ['gone']);
    });

    it('has only the entries of the caller, the tool and the outcome of the filter', async () => {
      const writer = testBed.writer();
      const asker = { kind: 'agent', name: 'Codex', server: 'x', isConnected: true } as const;
      writer.recordElicitation(testOutcome({ id: 'own' }));
      writer.recordElicitation(testOutcome({ id: 'program', call: { kind: 'tool', target: 'a', byProgram: true } }));
      writer.recordElicitation(testOutcome({ id: 'agent', asker, decision: 'decline' }));
      writer.recordElicitation(testOutcome({ id: 'prompt', call: { kind: 'prompt', target: 'a' } }));
      const server = { id: 'user:travel', name: 'travel' };
      const call = { id: 'c', kind: 'tool', target: 'book_table' } as const;
      writer.append({ kind: 'call', server, call, by: 'agent', agent: 'Codex', outcome: 'declined', ms: 1 });
      await writer.flush();
      const expectedIds: [RecordFilter, string[]][] = [
        [{ caller: 'editor' }, ['prompt', 'own']],
        [{ caller: 'extension' }, ['program']],
        [{ caller: 'agent:Codex' }, ['call', 'agent']],
        [{ caller: 'agent:Cod' }, []],
        [{ caller: 'agent:Codex', only: 'requests' }, ['agent']],
        [{ tool: 'a' }, ['program']],
        [{ tool: 'book_table', server: 'user:travel', only: 'calls' }, ['call']],
        [{ decision: 'decline' }, ['call', 'agent']],
        [{ callOutcome: 'declined' }, ['call']],
        [{ callOutcome: 'completed' }, []],
        [{ callOutcome: 'declined', mode: 'form' }, []],
      ];
      for (const [filter, ids] of expectedIds) {
        assert.deepEqual(await idsOf({ filter }), ids, JSON.stringify(filter));
      }
    });

    it('ends before entries that are a day older than the filter lets through', async () => {
      await testBed.recordInNewWindow(['old', 'older'], 'one');
      testBed.clock.time += 3 * 24 * 3_600_000;
      const from = testBed.clock.time;
      await testBed.recordInNewWindow(['new'], 'two');
      const page = await readRecordPage(testBed.files, { filter: { from } });
      assert.deepEqual([page.entries.map(({ entry }) => entryId(entry)), page.next], [['new'], undefined]);
      assert.ok(page.read < 3, 'the oldest entry is not read');
    });

    it('has only the entries that match the filter', async () => {
      const writer = testBed.writer('one', { values: () => 'full' });
      const start = testBed.clock.time;
      const outcomes = [
        testOutcome({ id: 'a', content: { seat: 'GARDEN' } }),
        testOutcome({ id: 'b', server: { id: 'user:bank', name: 'bank' }, decision: 'decline' }),
        testOutcome({ id: 'c', mode: 'url', url: 'https://pay.example.com/x', fields: undefined, decision: 'cancel' }),
        testOutcome({ id: 'd', content: { seat: 'Hall' }, delivery: 'refused' }),
      ];
      for (const one of outcomes) {
        writer.recordElicitation(one);
        testBed.clock.time += 1000;
      }
      writer.append({ kind: 'repair', found: [{ file: 'the garden file', what: 'torn' }] });
      await writer.flush();
      const expectedIds: [RecordFilter, string[]][] = [
        [{ server: 'user:bank' }, ['b']],
        [{ decision: 'accept' }, ['d', 'a']],
        [{ undelivered: true }, ['d']],
        [{ undelivered: true, decision: 'decline' }, []],
        [{ mode: 'url' }, ['c']],
        [{ text: 'garden' }, ['repair', 'a']],
        [{ text: 'PAY.example' }, ['c']],
        [{ text: '1234' }, []],
        [{ from: start + 1000 }, ['repair', 'd', 'c', 'b']],
        [{ from: start + 1000, to: start + 2000 }, ['b']],
        [{ mode: 'form', text: 'sit', to: start + 1000 }, ['a']],
        [{}, ['repair', 'd', 'c', 'b', 'a']],
      ];
      for (const [filter, ids] of expectedIds) {
        assert.deepEqual(await idsOf({ filter }), ids, JSON.stringify(filter));
      }
    });
  });
}
