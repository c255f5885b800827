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
  it('repeat the annotated arguments of a tool that the agent has listed', () => {
    const headers = new LentToolHeaders();
    assert.deepEqual(headers.of(call('deploy')), {});
    headers.noteRequest('1', 'tools/list', { params: meta });
    headers.noteResponse('1', JSON.stringify({ tools: [annotated('deploy'), { name: 'plain', inputSchema: {} }] }));
    assert.deepEqual(headers.of(call('deploy')), { 'Mcp-Param-Region': 'eu' });
    assert.deepEqual(headers.of(call('plain')), {});
    // Up to 2025-11-25 there are none.
    assert.deepEqual(headers.of(call('deploy', {})), {});
  });

  it('come from lists of tools only, and of a bounded number of tools', () => {
    const headers = new LentToolHeaders();
    headers.noteRequest('1', 'prompts/list', { params: meta });
    headers.noteResponse('1', JSON.stringify({ tools: [annotated('deploy')] }));
    assert.deepEqual(headers.of(call('deploy')), {});
    headers.readTools(JSON.stringify({ tools: Array.from({ length: 1001 }, (_, at) => annotated(`t${at}`)) }));
    assert.deepEqual(headers.of(call('t999')), { 'Mcp-Param-Region': 'eu' });
    assert.deepEqual(headers.of(call('t1000')), {});
    for (let id = 0; id < 101; id += 1) {
      headers.noteRequest(String(id), 'tools/list', { params: meta });
    }
    headers.noteResponse('100', JSON.stringify({ tools: [] }));
    headers.readTools('no JSON');
    assert.deepEqual(headers.of(call('t0')), { 'Mcp-Param-Region': 'eu' });
  });
});
