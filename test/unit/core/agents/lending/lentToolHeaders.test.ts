import assert from 'node:assert/strict';
import { LentToolHeaders } from '#core/agents/lending/lentToolHeaders.ts';

const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
const annotated = (name: string) => ({
  name,
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
});
const call = (name: string, params: object = meta) => ({
  method: 'tools/call',
  params: { name, arguments: { region: 'eu' }, ...params },
});

describe('the headers of a call of a lent server', () => {
  it('repeat the annotated arguments of a tool that was listed, on whatever page', () => {
    const headers = new LentToolHeaders();
    assert.deepEqual(headers.of(call('deploy')), {});
    headers.readPage(JSON.stringify({ tools: [annotated('deploy'), { name: 'plain', inputSchema: {} }] }));
    headers.readPage(JSON.stringify({ tools: [annotated('remove')] }));
    assert.deepEqual(headers.of(call('deploy')), { 'Mcp-Param-Region': 'eu' });
    assert.deepEqual(headers.of(call('remove')), { 'Mcp-Param-Region': 'eu' });
    assert.deepEqual(headers.of(call('plain')), {});
    // Up to 2025-11-25 there are none.
    assert.deepEqual(headers.of(call('deploy', {})), {});
  });

  it('follow the last list that has the tool', () => {
    const headers = new LentToolHeaders();
    headers.readPage(JSON.stringify({ tools: [annotated('deploy')] }));
    headers.readPage(JSON.stringify({ tools: [{ name: 'deploy', inputSchema: {} }] }));
    assert.deepEqual(headers.of(call('deploy')), {});
    headers.readPage(JSON.stringify({ tools: [1, { name: 2 }, annotated('deploy')] }));
    headers.readPage('no JSON');
    assert.deepEqual(headers.of(call('deploy')), { 'Mcp-Param-Region': 'eu' });
  });

  it('are those of a bounded number of tools, whose schemas have a bounded length', () => {
    const headers = new LentToolHeaders();
    headers.readPage(JSON.stringify({ tools: Array.from({ length: 1001 }, (_, at) => annotated(`t${at}`)) }));
    assert.deepEqual(headers.of(call('t999')), { 'Mcp-Param-Region': 'eu' });
    assert.deepEqual(headers.of(call('t1000')), {});
    const long = (name: string) => {
      const { inputSchema } = annotated(name);
      return { name, inputSchema: { ...inputSchema, description: 'x'.repeat(5 * 1024 * 1024) } };
    };
    const others = new LentToolHeaders();
    for (let times = 0; times < 2; times += 1) {
      others.readPage(JSON.stringify({ tools: [long('one'), long('other')] }));
    }
    assert.deepEqual(others.of(call('one')), { 'Mcp-Param-Region': 'eu' });
    assert.deepEqual(others.of(call('other')), {});
  });
});
