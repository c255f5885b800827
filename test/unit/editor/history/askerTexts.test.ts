import assert from 'node:assert/strict';
import type { Asker } from '#core/model/elicitationRequest.ts';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { EntryBody, RecordEntry } from '#core/record/entries/entry.ts';
import { entryMatcher } from '#core/record/history/recordFilter.ts';
import { historyDetails, historyRow } from '#editor/history/entryTexts.ts';
import { testOutcome } from '#test/unit/core/record/recordTestBed.ts';

const link = { v: 1, seq: 3, prev: 'p', hash: 'h', at: '2026-03-10T12:00:00.000Z' } as const;
const paged = (body: EntryBody) => ({ file: '2026-03.one.1.jsonl', entry: { ...link, ...body } as RecordEntry });
const codex: Asker = { kind: 'agent', name: 'Codex', server: 'tickets', isConnected: true };

/** An entry about a request that this program asked. */
function entryOf(asker: Asker) {
  const server = { id: 'agent:codex:tickets', name: 'Codex · tickets' };
  return paged(elicitationEntry(testOutcome({ asker, server }), 'redacted'));
}

function details(entry: ReturnType<typeof paged>, label: string) {
  return historyDetails(entry).find((detail) => detail.label === label)?.values;
}

describe('the history of what agents and extensions asked', () => {
  it('names the agent, its server and the call, which the filter finds', () => {
    const entry = entryOf(codex);
    const { server, about } = historyRow(entry);
    assert.deepEqual([server, about], ['Codex · tickets', 'Form for book_table']);
    assert.deepEqual([details(entry, 'Asked by'), details(entry, 'Connected')], [['Codex'], undefined]);
    assert.deepEqual(
      ['codex', 'tickets', 'book_table', 'cline'].map((text) => entryMatcher({ text })(entry.entry)),
      [true, true, true, false],
    );
  });

  it('says that a server was not connected', () => {
    assert.match(details(entryOf({ ...codex, isConnected: false }), 'Connected')?.[0] ?? '', /^No/);
  });

  it('says that the editor does not name an extension', () => {
    const entry = entryOf({ kind: 'extension', name: '', server: 'tickets', isConnected: false });
    assert.match(details(entry, 'Asked by')?.[0] ?? '', /^Another extension/);
    assert.equal(details(entry, 'Connected'), undefined);
  });

  it('names the agent of a call, without having recorded its arguments', () => {
    const call = paged({
      kind: 'call',
      server: { id: 'agent:codex:tickets', name: 'Codex · tickets' },
      call: { id: 'c1', kind: 'tool', target: 'deploy' },
      by: 'agent',
      agent: 'Codex',
      unverified: true,
      outcome: 'completed',
      ms: 12,
    });
    assert.equal(historyRow(call).about, 'Call of deploy by Codex');
    assert.deepEqual(details(call, 'Called by'), ['Codex']);
    assert.match(details(call, 'Connected')?.[0] ?? '', /^No/);
  });
});
