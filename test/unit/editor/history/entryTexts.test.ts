import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { EntryBody, RecordEntry } from '#core/record/entries/entry.ts';
import { historyDetails, historyRow } from '#editor/history/entryTexts.ts';
import { durationText } from '#editor/history/formatting.ts';
import { historyVerdict } from '#editor/history/verdictTexts.ts';
import { testOutcome } from '#test/unit/core/record/recordTestBed.ts';

const link = { v: 1, seq: 3, prev: 'p', hash: 'h', at: '2026-03-10T12:00:00.000Z' } as const;
const paged = (body: EntryBody) => ({ file: '2026-03.one.1.jsonl', entry: { ...link, ...body } as RecordEntry });

/** The joined values of an entry's details, by label. */
function detailTexts(body: EntryBody): Record<string, string> {
  return Object.fromEntries(historyDetails(paged(body)).map(({ label, values }) => [label, values.join(' | ')]));
}

describe('the texts of an entry', () => {
  it('are one line of the list', () => {
    assert.deepEqual(historyRow(paged(elicitationEntry(testOutcome(), 'redacted'))), {
      key: '2026-03.one.1.jsonl:3',
      at: link.at,
      server: 'travel',
      about: 'Form for book_table',
      outcome: { word: 'Accepted', tone: 'done' },
    });
    const opened = historyRow(paged(elicitationEntry(testOutcome({ mode: 'url', call: undefined }), 'redacted')));
    assert.deepEqual([opened.about, opened.outcome.word], ['Web page', 'Opened']);
  });

  it('name the values that were not recorded', () => {
    const texts = detailTexts(elicitationEntry(testOutcome(), 'redacted'));
    assert.equal(texts['Message'], 'not recorded (25 characters)');
    assert.equal(texts['Field seat'], 'answered, not recorded');
    assert.equal(texts['Field pin'], 'answered, not recorded (sensitive)');
    assert.equal(texts['Field note'], 'left out');
    assert.equal(texts['Decided by'], 'You');
    assert.equal(texts['Where it is kept'], '2026-03.one.1.jsonl, line 3');
  });

  it('name the exceeded limits, the call, and that the request was not read', () => {
    const limits = ['muted', 'allowed', 'of\u202e later'];
    const call = { id: 'call-1', kind: 'tool', target: 'a' } as const;
    const texts = detailTexts(elicitationEntry(testOutcome({ limits, unread: true, call }), 'redacted'));
    assert.equal(texts['Limits'], 'The server was muted | You allowed it | of later');
    assert.match(texts['Read'] ?? '', /^No/);
    assert.equal(texts['Call'], 'call-1');
  });

  it('name an opened page, even if the request was withdrawn meanwhile', () => {
    const withdrawn = testOutcome({ mode: 'url', decision: 'withdrawn', decidedBy: 'server', opened: true });
    const entry = elicitationEntry(withdrawn, 'redacted');
    assert.equal(historyRow(paged(entry)).outcome.word, 'Opened');
    assert.equal(detailTexts(entry)['Decision'], 'Opened, with your consent, while the question was withdrawn');
    assert.equal(detailTexts(elicitationEntry({ ...withdrawn, opened: false }, 'redacted'))['Decision'], 'Withdrawn');
    const unknown = elicitationEntry({ ...withdrawn, opened: 'unknown' }, 'redacted');
    assert.equal(historyRow(paged(unknown)).outcome.word, 'Withdrawn');
    assert.equal(
      detailTexts(unknown)['Decision'],
      'Withdrawn while its page was being opened; the page may have opened',
    );
  });

  it('contain the values if they were recorded', () => {
    const content = { seat: ['a', true, 2], note: '' };
    const texts = detailTexts(elicitationEntry(testOutcome({ content }), 'full'));
    assert.deepEqual(
      [texts['Message'], texts['Field seat'], texts['Field note']],
      ['Where do you want to sit?', 'a | yes | 2', '(blank)'],
    );
  });

  it('describe changes of the record', () => {
    const gap = detailTexts({ kind: 'gap', since: link.at, reason: 'The disk is full.', late: 3, lost: 1 });
    assert.deepEqual([gap['Why'], gap['Written late'], gap['Lost']], ['The disk is full.', '3', '1']);
    const repair: EntryBody = { kind: 'repair', found: [{ file: 'f', what: 'changed' }] };
    assert.match(detailTexts(repair)['Found'] ?? '', /^f: it was changed by another program/);
    assert.deepEqual(historyRow(paged(repair)).outcome, { word: 'Problem', tone: 'trouble' });
    const files = [{ file: 'f', entries: 2 }];
    assert.equal(detailTexts({ kind: 'retention', days: 90, files })['Older than'], '90 days');
    assert.equal(historyRow(paged({ kind: 'cleared', files })).about, 'The record was cleared');
  });

  it('contain names of servers and fields without invisible characters, on one line, isolated from the text around', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('a', '\u202e', '\n', '\u200b', '\u0000', '\u2066', '\ud800', 'א'),
    });
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, target, fieldName) => {
        const entry = elicitationEntry(
          testOutcome({
            server: { id: 'folder:/x:x', name, scope: name },
            call: { kind: 'tool', target },
            message: name,
            fields: [{ name: fieldName }],
            content: { [fieldName]: target },
          }),
          'full',
        );
        const row = historyRow(paged(entry));
        const names = [row.server ?? '', row.about, ...historyDetails(paged(entry)).map(({ label }) => label)];
        for (const text of names) {
          assert.doesNotMatch(text, /[\p{Cc}\u202e\u200b\u2066]/u);
          assert.notEqual(text, '');
        }
        for (const text of historyDetails(paged(entry)).flatMap(({ values }) => values)) {
          assert.doesNotMatch(text, /(?![\n\t])[\p{Cc}\u202e]/u);
        }
      }),
    );
  });

  it('describe a tool call, its origin, and that arguments and result are never recorded', () => {
    const call = {
      kind: 'call',
      server: { id: 'user:travel', name: 'travel' },
      call: { id: 'c1', kind: 'tool', target: 'boo\u202ek' },
      by: 'program',
      outcome: 'failed',
      failure: 'CallFailed',
      ms: 1234,
    } as const;
    const link = { v: 1, seq: 1, prev: '', hash: '', at: '2026-03-10T12:00:00.000Z' } as const;
    const paged = { file: 'a', entry: { ...link, ...call } };
    const { about, server, outcome } = historyRow(paged);
    assert.deepEqual([server, about, outcome.word], ['travel', 'Call of book by a program', 'Failed']);
    const details = new Map(historyDetails(paged).map(({ label, values }) => [label, values.join()]));
    assert.match(details.get('Called by') ?? '', /^Another extension/);
    assert.deepEqual(
      ['Took', 'Failure', 'Arguments and result'].map((label) => details.get(label)),
      ['1.2 s', 'CallFailed', 'never recorded'],
    );
    const many = {
      ...paged,
      entry: { ...link, ...call, call: undefined, by: 'person', outcome: 'toolError', times: 12 } as const,
    };
    assert.equal(historyRow(many).about, 'Call of several tools, 12 times');
    assert.ok(historyDetails(many).some(({ values }) => values[0] === '12 calls: more than 60 in a minute'));
  });

  it('contain durations in suitable units', () => {
    assert.deepEqual([40, 1234, 59_000, 184_000, 7_500_000].map(durationText), [
      '0 s',
      '1.2 s',
      '59 s',
      '3 min 4 s',
      '2 h 5 min',
    ]);
  });
});

describe('the texts of a verdict', () => {
  it('report a record in order, with remarks', () => {
    const files = [{ file: 'a', entries: 2, adopted: 1 }];
    const verdict = historyVerdict({ ok: true, entries: 2, files, dropped: ['b'] });
    assert.equal(verdict.text, 'Everything is in order: 2 entries in 1 file.');
    assert.deepEqual(verdict.remarks, [
      'Tool calls are counted, too.',
      'a: its window ended before it could confirm the last entry; a later start did.',
      '1 file is missing that was recorded as dropped.',
    ]);
  });

  it('name the first broken entry, and then those of other files', () => {
    const verdict = historyVerdict({
      ok: false,
      entries: 2,
      files: [
        { file: 'a', entries: 2, problem: { what: 'changed', line: 3 } },
        { file: 'b', entries: 0, problem: { what: 'missing' } },
      ],
      dropped: [],
    });
    assert.equal(
      verdict.text,
      'The record is not in order. a. Line 3: this entry is not what was written, or the one before it is not. The 2 entries before are in order.',
    );
    assert.deepEqual(verdict.problems, ['b. This file is missing, and no entry says that it was dropped.']);
  });
});
