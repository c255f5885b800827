import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { LentMessage } from '#core/agents/lending/lentConnection.ts';
import { type LentRequest, type OwnReply, readLentMessage, requestIn } from '#core/agents/lending/lentRequests.ts';
import { errorCodeIn, isHeaderMismatch, LentToolHeaders } from '#core/agents/lending/lentToolHeaders.ts';
import { type MessageHead, readHead } from '#core/agents/lending/messages/messageHead.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

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

const request = (message: object) =>
  requestIn(readLentMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })) as LentMessage) as LentRequest;

describe('the list of tools after a lent server has refused the headers of a call', () => {
  /** What was asked over the connection: each gets its response by a call. */
  let asked: ((result: object) => void)[];
  const connection = {
    ask: () =>
      new Promise<OwnReply>((resolve) => {
        asked.push((result) => {
          const text = JSON.stringify({ jsonrpc: '2.0', id: 'own', result });
          resolve({ text, head: readHead(text) as MessageHead });
        });
      }),
  };

  beforeEach(() => {
    asked = [];
  });
  afterEach(() => mock.timers.reset());

  it('is requested once for calls that are refused together', async () => {
    const headers = new LentToolHeaders();
    const listings = [1, 2].map(() => headers.list(connection, request(call('deploy'))));
    await turn();
    assert.equal(asked.length, 1);
    asked[0]?.({ tools: [annotated('deploy')] });
    assert.deepEqual(await Promise.all(listings), [true, true]);
    assert.deepEqual(headers.of(call('deploy')), { 'Mcp-Param-Region': 'eu' });
    void headers.list(connection, request(call('deploy')));
    await turn();
    assert.equal(asked.length, 2);
  });

  it('ends after 30 seconds, with no request for a further page', async () => {
    enableMockTimers('setTimeout');
    const headers = new LentToolHeaders();
    const listing = headers.list(connection, request(call('deploy')));
    await turn();
    asked[0]?.({ tools: [annotated('deploy')], nextCursor: 'second' });
    await turn();
    assert.equal(asked.length, 2);
    mock.timers.tick(30_000);
    assert.equal(await listing, false);
    asked[1]?.({ tools: [], nextCursor: 'third' });
    await turn();
    assert.equal(asked.length, 2);
    assert.deepEqual(headers.of(call('deploy')), {});
  });
});

describe('the refusal of the headers of a call', () => {
  const refused = request(call('deploy'));

  it('is read only if the call was sent with headers, for the first time', () => {
    const notRead = () => assert.fail('The error was read.');
    assert.equal(
      isHeaderMismatch({ hasHeaders: true }, refused, () => -32020),
      true,
    );
    assert.equal(
      isHeaderMismatch({ hasHeaders: true }, refused, () => -32602),
      false,
    );
    assert.equal(isHeaderMismatch({ hasHeaders: false }, refused, notRead), false);
    assert.equal(isHeaderMismatch({ hasHeaders: true }, { ...refused, isRepeated: true }, notRead), false);
    assert.equal(isHeaderMismatch({ hasHeaders: true }, request(call('deploy', {})), notRead), false);
    assert.equal(
      isHeaderMismatch({ hasHeaders: true }, request({ method: 'tools/list', params: meta }), notRead),
      false,
    );
  });

  it('is told by its code, without parsing the rest', () => {
    const codeOf = (response: string) => errorCodeIn(readHead(response) as MessageHead);
    assert.equal(codeOf('{"id":1,"error":{"data":[no JSON],"code": -32020 }}'), -32020);
    for (const other of [
      '{"error":{"code":[-32020]}}',
      '{"error":{"code":"-32020"}}',
      '{"error":-32020}',
      '{"result":1}',
    ]) {
      assert.notEqual(codeOf(other), -32020);
    }
  });
});
