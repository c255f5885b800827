import assert from 'node:assert/strict';
import { LentLists } from '#core/agents/lending/lentLists.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { definitionOf } from '#test/host/samples.ts';

describe('the kept lists of lent servers', () => {
  let memory: InMemoryStateStore;
  let lists: LentLists;
  const tickets = definitionOf('tickets');

  beforeEach(() => {
    memory = new InMemoryStateStore();
    lists = new LentLists(memory);
  });

  it('are found for an equal request of the same entry, also by the next window', () => {
    lists.keep(tickets, 'tools/list', {}, '{"tools":[1]}');
    lists.keep(tickets, 'initialize', { protocolVersion: '2025-11-25' }, '{"a":1}');
    const next = new LentLists(memory);
    assert.equal(next.find(tickets, 'tools/list', undefined), '{"tools":[1]}');
    assert.equal(next.find(tickets, 'initialize', { protocolVersion: '2025-11-25' }), '{"a":1}');
    assert.equal(next.find(tickets, 'initialize', { protocolVersion: '2025-06-18' }), undefined);
    const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    assert.equal(next.find(tickets, 'tools/list', modern), undefined);
    assert.equal(next.find(definitionOf('bank'), 'tools/list', {}), undefined);
    assert.equal(next.find(definitionOf('tickets', { args: ['changed'] } as never), 'tools/list', {}), undefined);
  });

  it('are not found for a request that differs in anything but what marks its progress', () => {
    const filtered = { filter: 'a', _meta: { progressToken: 1, 'example.com/view': 'short' } };
    lists.keep(tickets, 'tools/list', filtered, '{"tools":["A"]}');
    assert.equal(lists.find(tickets, 'tools/list', {}), undefined);
    assert.equal(lists.find(tickets, 'tools/list', { ...filtered, filter: 'b' }), undefined);
    assert.equal(lists.find(tickets, 'tools/list', { filter: 'a' }), undefined);
    const again = { _meta: { 'example.com/view': 'short', progressToken: 'another' }, filter: 'a' };
    assert.equal(lists.find(tickets, 'tools/list', again), '{"tools":["A"]}');
    const first = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'codex', version: '1' } };
    lists.keep(tickets, 'initialize', first, '{"a":1}');
    assert.equal(lists.find(tickets, 'initialize', { ...first, clientInfo: { name: 'claude' } }), undefined);
    assert.equal(lists.find(tickets, 'initialize', first), '{"a":1}');
  });

  it('are forgotten with their server', () => {
    const bank = definitionOf('bank');
    lists.keep(tickets, 'tools/list', {}, '{}');
    lists.keep(bank, 'tools/list', {}, '{}');
    lists.forget(tickets);
    assert.deepEqual([lists.has(tickets), lists.has(bank)], [false, true]);
    lists.forget(bank);
    assert.equal(memory.get('lentLists'), undefined);
  });

  it('are no results of calls, no pages of a list, and nothing that is too long', () => {
    lists.keep(tickets, 'tools/call', {}, '{}');
    lists.keep(tickets, 'tools/list', { cursor: 'x' }, '{}');
    lists.keep(tickets, 'prompts/list', {}, '{"prompts":[],"nextCursor":"x"}');
    lists.keep(tickets, 'resources/list', {}, JSON.stringify({ resources: ['x'.repeat(100_000)] }));
    assert.equal(memory.get('lentLists'), undefined);
  });

  it('are bounded in all', () => {
    for (let number = 0; number < 25; number += 1) {
      lists.keep(definitionOf(`s${number}`), 'tools/list', {}, '{}');
    }
    assert.equal((memory.get('lentLists') as unknown[]).length, 20);
    assert.equal(lists.find(definitionOf('s4'), 'tools/list', {}), undefined);
    assert.equal(lists.find(definitionOf('s24'), 'tools/list', {}), '{}');
    for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
      lists.keep(tickets, method, {}, JSON.stringify('x'.repeat(90_000)));
    }
    assert.equal(lists.find(tickets, 'tools/list', {}), undefined);
    assert.notEqual(lists.find(tickets, 'prompts/list', {}), undefined);
    assert.notEqual(lists.find(tickets, 'resources/list', {}), undefined);
  });

  it('are bounded also if their requests are long, many or deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) {
      deep = [deep];
    }
    lists.keep(tickets, 'tools/list', { protocolVersion: deep }, '{}');
    assert.equal(lists.find(tickets, 'tools/list', { protocolVersion: deep }), undefined);
    const request = (number: number) => ({ protocolVersion: `${number}${'x'.repeat(10_000)}` });
    for (let number = 0; number < 120; number += 1) {
      lists.keep(tickets, 'tools/list', request(number), '{}');
    }
    assert.ok(JSON.stringify(memory.get('lentLists')).length < 10_000);
    assert.equal(lists.find(tickets, 'tools/list', request(119)), '{}');
    assert.equal(lists.find(tickets, 'tools/list', request(19)), undefined);
  });

  it('hold for the authorization with which they came', () => {
    lists.keep(tickets, 'tools/list', {}, '{"tools":["public"]}');
    assert.equal(lists.find(tickets, 'tools/list', {}, 'a'), '{"tools":["public"]}');
    lists.keep(tickets, 'prompts/list', {}, '{}', 'a');
    assert.equal(lists.find(tickets, 'prompts/list', {}, 'a'), '{}');
    // What came before the sign-in may lack what is shown after it.
    assert.equal(lists.find(tickets, 'tools/list', {}, 'a'), undefined);
    assert.equal(lists.find(tickets, 'prompts/list', {}, 'b'), undefined);
    assert.equal(lists.find(tickets, 'prompts/list', {}, undefined), undefined);
    // What comes without one, such as after it has expired, does not displace it.
    lists.keep(tickets, 'tools/list', {}, '{"tools":["public"]}');
    assert.equal(lists.find(tickets, 'tools/list', {}, 'a'), undefined);
    assert.equal(lists.find(tickets, 'prompts/list', {}, 'a'), '{}');
    assert.deepEqual(
      [lists.isOfOther(tickets, 'a'), lists.isOfOther(tickets, 'b'), lists.isOfOther(definitionOf('bank'), 'b')],
      [false, true, false],
    );
  });

  it('are none in a damaged store', () => {
    for (const value of ['x', [1, null, { server: 's' }], { a: 1 }]) {
      memory.set('lentLists', value);
      assert.equal(lists.find(tickets, 'tools/list', {}), undefined);
    }
    lists.keep(tickets, 'tools/list', {}, '{}');
    assert.equal(lists.find(tickets, 'tools/list', {}), '{}');
  });
});
