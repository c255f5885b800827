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

/** Label -> values, joined. */
function told(body: EntryBody): Record<string, string> {
  return Object.fromEntries(historyDetails(paged(body)).map(({ label, values }) => [label, values.join(' | ')]));
}

describe('an entry in words', () => {
  it('is one line of the list', () => {
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

  it('says of each thing that is not recorded that it is not', () => {
    const words = told(elicitationEntry(testOutcome(), 'redacted'));
    assert.equal(words['Message'], 'not recorded (25 characters)');
    assert.equal(words['Field seat'], 'answered, not recorded');
    assert.equal(words['Field pin'], 'answered, not recorded (sensitive)');
    assert.equal(words['Field note'], 'left out');
    assert.equal(words['Decided by'], 'You');
    assert.equal(words['Where it is kept'], '2026-03.one.1.jsonl, line 3');
  });

  it('says which limits were met, that it was not read, and to which call it belongs', () => {
    const limits = ['muted', 'allowed', 'of\u202e later'];
    const call = { id: 'call-1', kind: 'tool', target: 'a' } as const;
    const words = told(elicitationEntry(testOutcome({ limits, unread: true, call }), 'redacted'));
    assert.equal(words['Limits'], 'The server was muted | You let it pass | of later');
    assert.match(words['Read'] ?? '', /^No/);
    assert.equal(words['Call'], 'call-1');
  });

  it('says of a page that it was opened, also where the question was withdrawn meanwhile', () => {
    const withdrawn = testOutcome({ mode: 'url', decision: 'withdrawn', decidedBy: 'server', opened: true });
    const entry = elicitationEntry(withdrawn, 'redacted');
    assert.equal(historyRow(paged(entry)).outcome.word, 'Opened');
    assert.equal(told(entry)['Decision'], 'Opened, with your consent, while the question was withdrawn');
    assert.equal(told(elicitationEntry({ ...withdrawn, opened: false }, 'redacted'))['Decision'], 'Withdrawn');
    const unknown = elicitationEntry({ ...withdrawn, opened: 'unknown' }, 'redacted');
    assert.equal(historyRow(paged(unknown)).outcome.word, 'Withdrawn');
    assert.equal(told(unknown)['Decision'], 'Withdrawn while its page was being opened; whether it was, is not known');
  });

  it('has the values where they are kept', () => {
    const content = { seat: ['a', true, 2], note: '' };
    const words = told(elicitationEntry(testOutcome({ content }), 'full'));
    assert.deepEqual(
      [words['Message'], words['Field seat'], words['Field note']],
      ['Where do you want to sit?', 'a | yes | 2', '(blank)'],
    );
  });

  it('tells of what was done to the record itself', () => {
    const gap = told({ kind: 'gap', since: link.at, reason: 'The disk is full.', late: 3, lost: 1 });
    assert.deepEqual([gap['Why'], gap['Written late'], gap['Lost']], ['The disk is full.', '3', '1']);
    const repair: EntryBody = { kind: 'repair', found: [{ file: 'f', what: 'changed' }] };
    assert.match(told(repair)['Found'] ?? '', /^f: it was changed from outside/);
    assert.deepEqual(historyRow(paged(repair)).outcome, { word: 'Problem', tone: 'trouble' });
    const files = [{ file: 'f', entries: 2 }];
    assert.equal(told({ kind: 'retention', days: 90, files })['Older than'], '90 days');
    assert.equal(historyRow(paged({ kind: 'cleared', files })).about, 'The record was cleared');
  });

  it('lets no name of a server or a field turn the writing around, hide, or take another line', () => {
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

  it('is a line for a tool call, with who called, and says that arguments and result are never recorded', () => {
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
    assert.match(details.get('Called by') ?? '', /^A program/);
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

  it('says durations as people do', () => {
    assert.deepEqual([40, 1234, 59_000, 184_000, 7_500_000].map(durationText), [
      '0 s',
      '1.2 s',
      '59 s',
      '3 min 4 s',
      '2 h 5 min',
    ]);
  });
});

describe('a verdict in words', () => {
  it('says that all is well, and what is still good to know', () => {
    const files = [{ file: 'a', entries: 2, adopted: 1 }];
    const words = historyVerdict({ ok: true, entries: 2, files, dropped: ['b'] });
    assert.equal(words.text, 'Everything is in order: 2 entries in 1 file.');
    assert.deepEqual(words.remarks, [
      'a: its window ended before it could vouch for the last entry; a later start did.',
      '1 file is gone that the record says was dropped.',
    ]);
  });

  it('names the first broken entry, and then those of other files', () => {
    const words = historyVerdict({
      ok: false,
      entries: 2,
      files: [
        { file: 'a', entries: 2, problem: { what: 'changed', line: 3 } },
        { file: 'b', entries: 0, problem: { what: 'missing' } },
      ],
      dropped: [],
    });
    assert.equal(
      words.text,
      'The record is not in order. a. Line 3: this entry is not what was written, or the one before it is not. The 2 entries before are in order.',
    );
    assert.deepEqual(words.problems, ['b. This file is gone, and nothing in the record says that it was dropped.']);
  });
});
