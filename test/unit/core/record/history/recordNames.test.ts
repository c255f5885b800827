import assert from 'node:assert/strict';
import type { CallBody } from '#core/record/entries/entry.ts';
import { RecordNames } from '#core/record/history/recordNames.ts';
import { RecordTestBed, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

const call = (agent: string, tool: string): CallBody => ({
  kind: 'call',
  server: { id: `agent:codex:${agent}`, name: `Codex · ${agent}` },
  call: { id: 'c', kind: 'tool', target: tool },
  by: 'agent',
  agent,
  outcome: 'completed',
  ms: 5,
});

describe('the names in the record', () => {
  it('are the agents, servers and tools of all files, exactly as recorded', async () => {
    const testBed = new RecordTestBed();
    const hostile = ['"', '\\', '\\"', 'a\nb', '\u202eb', '"agent":"no"', 'ü', '<b>', 'Any', ''];
    const writer = testBed.writer('one', { values: () => 'full' });
    for (const name of hostile) {
      writer.append(call(name, name));
    }
    writer.recordElicitation(testOutcome({ message: '"kind":"tool","target":"not a tool"' }));
    writer.append({ kind: 'gap', since: 'then', reason: '"server":{"id":"no', late: 0, lost: 0 });
    await writer.flush();
    const names = new RecordNames(testBed.files);
    await names.refresh();
    assert.deepEqual(names.agents, hostile);
    assert.deepEqual(names.tools, [...hostile, 'book_table']);
    assert.equal(names.servers.get('agent:codex:\\"'), 'Codex · \\"');
    assert.equal(names.servers.get('user:travel'), 'travel');
    assert.equal(names.servers.size, hostile.length + 1);
  });

  it('are read again only as far as entries were added, and from the beginning if a file was deleted', async () => {
    const testBed = new RecordTestBed();
    const writer = testBed.writer();
    writer.append(call('one', 'a'));
    await writer.flush();
    const names = new RecordNames(testBed.files);
    await names.refresh();
    const read = testBed.files.read.bind(testBed.files);
    const starts: number[] = [];
    testBed.files.read = (name, from, to) => {
      starts.push(from);
      return read(name, from, to);
    };
    await names.refresh();
    assert.deepEqual(starts, []);
    writer.append(call('two', 'b'));
    await writer.flush();
    await names.refresh();
    assert.ok(starts.length > 0 && starts.every((start) => start > 0));
    assert.deepEqual(names.agents, ['one', 'two']);
    await testBed.files.delete(writer.file ?? '');
    await testBed.recordInNewWindow(['q'], 'other');
    await names.refresh();
    assert.deepEqual([names.agents, [...names.servers.keys()]], [[], ['user:travel']]);
  });

  it('are bounded', async () => {
    const testBed = new RecordTestBed();
    const writer = testBed.writer();
    for (let index = 0; index < 1100; index += 1) {
      writer.append(call(`agent ${index}`, `tool ${index}`));
    }
    await writer.flush();
    const names = new RecordNames(testBed.files);
    await names.refresh();
    assert.deepEqual([names.agents.length, names.servers.size, names.tools.length], [200, 500, 1000]);
  });
});
