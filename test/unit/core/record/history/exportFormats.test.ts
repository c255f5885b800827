import assert from 'node:assert/strict';
import { exportCsv, exportJsonLines } from '#core/record/history/exportFormats.ts';
import { emptyHead, verifyLine } from '#core/record/store/chain.ts';
import { RecordTestBed, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
  }
  return text;
}

/** Parses CSV (RFC 4180). */
function cellsOf(csv: string): string[][] {
  return csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));
}

/** The cells of CSV as spreadsheets read them where the separator of lists is another: quotes count at the start of a cell only. */
function cellsSeparatedBy(separator: string, csv: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= csv.length; at += 1) {
    let cell = '';
    if (csv[at] === '"') {
      const end = /(?:[^"]|"")*/y;
      end.lastIndex = at + 1;
      const quoted = end.exec(csv)?.[0] ?? '';
      cell = quoted.replaceAll('""', '"');
      at += quoted.length + 2;
    }
    const start = at;
    while (at < csv.length && csv[at] !== separator && csv[at] !== '\r' && csv[at] !== '\n') at += 1;
    cells.push(cell + csv.slice(start, at));
  }
  return cells;
}

describe('the export of the record', () => {
  let testBed: RecordTestBed;
  beforeEach(() => {
    testBed = new RecordTestBed();
  });

  it('has unchanged lines in JSON Lines, so that the chain can be verified', async () => {
    const [one, two] = [
      await testBed.recordInNewWindow(['a', 'b'], 'one'),
      await testBed.recordInNewWindow(['c'], 'two'),
    ];
    const text = await textOf(exportJsonLines(testBed.files));
    assert.equal(text, `${testBed.disk.read(one)}${testBed.disk.read(two)}`);
    const [first = ''] = text.split('\n');
    assert.ok('head' in verifyLine(emptyHead(one), Buffer.from(first)));
  });

  it('has a mark in place of unreadable lines in JSON Lines, and omits an incomplete last line', async () => {
    const file = await testBed.recordInNewWindow(['a']);
    testBed.disk.write(
      file,
      Buffer.concat([testBed.disk.read(file), Buffer.from([0x68, 0xff, 0xc3, 0xbc, 0x0a]), Buffer.from('{"v":1')]),
    );
    const lines = (await textOf(exportJsonLines(testBed.files))).trimEnd().split('\n');
    assert.deepEqual(JSON.parse(lines[1] ?? ''), { unreadable: true, file, bytes: 4 });
    assert.equal(lines.length, 2);
  });

  it('has only the entries that match the filter, and can be aborted', async () => {
    await testBed.recordInNewWindow(['a', 'b']);
    const filter = { decision: 'decline' } as const;
    assert.equal(await textOf(exportJsonLines(testBed.files, { filter })), '{"filters":{"decision":"decline"}}\n');
    assert.equal(cellsOf(await textOf(exportCsv(testBed.files, { filter }))).length, 1);
    await assert.rejects(textOf(exportCsv(testBed.files, { signal: AbortSignal.abort() })), { name: 'AbortError' });
  });

  it('names its filters, and who called what', async () => {
    const writer = testBed.writer();
    const asker = { kind: 'agent', name: 'Codex', server: 'tickets', isConnected: false } as const;
    writer.recordElicitation(testOutcome({ asker }));
    writer.recordElicitation(testOutcome({ call: { kind: 'tool', target: 'book', byProgram: true } }));
    writer.recordElicitation(testOutcome());
    const server = { id: 'agent:codex:tickets', name: 'Codex · tickets' };
    const call = { kind: 'tool', target: '=create' } as const;
    writer.append({
      kind: 'call',
      server,
      call,
      by: 'agent',
      agent: 'Codex',
      asked: true,
      outcome: 'completed',
      ms: 1,
    });
    await writer.flush();
    const from = Date.parse('2026-03-10T00:00:00.000Z');
    const filter = { from, only: undefined };
    const [header = [], ...rows] = cellsOf((await textOf(exportCsv(testBed.files, { filter }))).slice(1));
    const column = (title: string) => rows.map((cells) => cells[header.indexOf(title)]);
    assert.deepEqual(column('called by'), ['agent', 'program', 'person', 'agent']);
    assert.deepEqual(column('agent'), ['Codex', '', '', 'Codex']);
    assert.deepEqual(column('not connected'), ['yes', '', '', '']);
    assert.deepEqual([column('server')[3], column('target')[3]], ['Codex · tickets', "'=create"]);
    assert.deepEqual(column('asked'), ['', '', '', 'yes']);
    assert.deepEqual(new Set(column('filters of the export')), new Set(['{"from":"2026-03-10T00:00:00.000Z"}']));
    const [head = '', ...lines] = (await textOf(exportJsonLines(testBed.files, { filter }))).trimEnd().split('\n');
    assert.deepEqual(JSON.parse(head), { filters: { from: '2026-03-10T00:00:00.000Z' } });
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ by, calledBy, agent }) => [by, calledBy, agent]),
      [
        ['agent', undefined, 'Codex'],
        [undefined, 'program', undefined],
        [undefined, undefined, undefined],
        ['agent', undefined, 'Codex'],
      ],
    );
  });

  it('has the call of each request and the limits that the request exceeded', async () => {
    const writer = testBed.writer();
    for (const id of ['one', 'one', 'two']) {
      writer.recordElicitation(
        testOutcome({ call: { id, kind: 'tool', target: 'book' }, limits: ['muted', 'allowed'], unread: true }),
      );
    }
    await writer.flush();
    const [header = [], ...rows] = cellsOf((await textOf(exportCsv(testBed.files))).slice(1));
    const column = (title: string) => rows.map((cells) => cells[header.indexOf(title)]);
    assert.deepEqual(column('call id'), ['one', 'one', 'two']);
    assert.deepEqual([column('limits')[0], column('unread')[0], column('opened')[0]], ['muted allowed', 'yes', '']);
    const lines = (await textOf(exportJsonLines(testBed.files))).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).call.id),
      ['one', 'one', 'two'],
    );
  });

  it('is CSV that a spreadsheet reads as text only', async () => {
    const writer = testBed.writer('one', { values: () => 'full' });
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      ' \t=cmd|calc',
      '\u0000=1',
      '\ttab',
      '＝1',
      'comma, "quote"\nnew line; semicolon',
      'plain',
    ];
    for (const message of texts) {
      writer.recordElicitation(testOutcome({ message }));
    }
    writer.append({ kind: 'gap', since: 'then', reason: 'The disk is full.', late: 1, lost: 0 });
    await writer.flush();
    const csv = await textOf(exportCsv(testBed.files));
    assert.ok(csv.startsWith('\ufeff"at","kind","server"'));
    const [header = [], ...rows] = cellsOf(csv.slice(1));
    assert.ok(rows.every(({ length }) => length === header.length));
    const column = (title: string) => rows.map((cells) => cells[header.indexOf(title)]);
    assert.deepEqual(column('message').slice(0, -1), [
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "' \t'=cmd|calc",
      "'\ufffd=1",
      "'\ttab",
      "'＝1",
      'comma, "quote"\nnew line; semicolon',
      'plain',
    ]);
    assert.equal(column('reason').at(-1), 'The disk is full.');
    assert.equal(column('fields').join().includes('1234'), false);
  });

  it('has no cell that is a formula, whatever separates lists in the country of the user', async () => {
    const writer = testBed.writer('one', { values: () => 'full' });
    const formulas = ['=1', '+1', '-1', '@A1', '"=1"', '""=1', ' =1', ' " =1', '\u0000=1', '＝1', '\ufeff=1'];
    const targets = [';', '\t', '\n', '\r', '\r\n', '; \t', '";', '"\n', ';;"'].flatMap((start) =>
      formulas.map((formula) => `a${start}${formula};b`),
    );
    for (const target of targets) {
      writer.recordElicitation(testOutcome({ message: target, call: { kind: 'tool', target } }));
    }
    await writer.flush();
    const csv = (await textOf(exportCsv(testBed.files))).slice(1);
    for (const separator of [',', ';', '\t']) {
      const cells = cellsSeparatedBy(separator, csv);
      assert.ok(cells.length > targets.length);
      assert.deepEqual(
        cells.filter((cell) => /^[\s\ufffd]*[=+\-@＝]/u.test(cell)),
        [],
      );
    }
  });
});
