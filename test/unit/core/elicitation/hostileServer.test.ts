import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unaskedRequestOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { only } from '#test/host/testConnection.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byProgram = { origin: 'program' } as const;
const requestId = 'elicitation-1';
const elicitation = (changes: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: requestId, method: 'elicitation/create', params: nameElicitation, ...changes });
const deeplyNested = '['.repeat(100_000) + ']'.repeat(100_000);

describe('a hostile server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const write = async (...lines: string[]) => {
    const server = host.handmade();
    await server.start();
    return server.call(tool('write', { lines }), byProgram);
  };

  it('receives one reply to an id, even if its second request with that id is malformed', async () => {
    const writing = write(elicitation({}), elicitation({ params: 5 }));
    await until(() => host.log.text.includes('it was not read'));
    await host.decide({ action: 'decline' });
    await writing;
    await until(() => host.replies.length > 0);
    assert.deepEqual(
      host.replies.map(({ result }) => result),
      [{ action: 'decline' }],
    );
  });

  it('cannot reuse an id after a malformed cancellation', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 5 } };
    const server = host.handmade();
    await server.start();
    const writing = server.call(tool('write', { lines: [elicitation({}), JSON.stringify(cancelled)] }), byProgram);
    await writing;
    await server.call(tool('write', { lines: [elicitation({})] }), byProgram);
    assert.equal(host.inbox.pending.length, 1);
    await host.decide({ action: 'decline' });
    await until(() => host.replies.length === 1);
  });

  it('receives no reply to a request with an invalid id', async () => {
    await write(elicitation({ id: null }), elicitation({ id: [] }));
    assert.deepEqual(host.replies, []);
    assert.deepEqual(host.inbox.pending, []);
  });

  for (const [what, line] of [
    ['parameters', `{"jsonrpc":"2.0","method":"x","params":${deeplyNested}}`],
    ['an unknown member', `{"jsonrpc":"2.0","method":"x","y":${deeplyNested}}`],
    ['an id', `{"jsonrpc":"2.0","method":"x","id":${deeplyNested}}`],
  ] as const) {
    it(`that nests ${what} too deeply loses only that message`, async () => {
      assert.equal(textOf(await write(line)), 'written');
      assert.match(host.log.text, /nested too deeply/);
    });
  }

  it('that nests an elicitation too deeply receives an error, and the unread elicitation has an outcome for the record', async () => {
    await write(elicitation({}).replace('"Your name?"', `"Your name?","x":${deeplyNested}`));
    await until(() => host.replies.length > 0);
    assert.match(JSON.stringify(host.replies[0]?.error), /-32602/);
    const outcome = only(
      host.exchanges.all.map((exchange) => exchange.reply && unaskedRequestOutcome(exchange, exchange.reply, 0)),
    );
    assert.deepEqual([outcome?.decision, outcome?.limits, outcome?.unread], ['refused', ['messageDepth'], true]);
  });

  it('that sends a malformed elicitation receives an error, and the unread elicitation has an outcome for the record', async () => {
    await write(elicitation({ params: 5 }));
    await until(() => host.replies.length > 0);
    assert.match(JSON.stringify(host.replies[0]?.error), /-32600/);
    const outcome = only(
      host.exchanges.all.map((exchange) => exchange.reply && unaskedRequestOutcome(exchange, exchange.reply, 0)),
    );
    assert.deepEqual([outcome?.decision, outcome?.limits, outcome?.unread], ['refused', [], true]);
  });

  it('that nests another request too deeply receives an error, and there is no exchange', async () => {
    await write(
      elicitation({ method: 'sampling/createMessage' }).replace('"Your name?"', `"Your name?","x":${deeplyNested}`),
    );
    await until(() => host.replies.length > 0);
    assert.match(JSON.stringify(host.replies[0]?.error), /-32602/);
    assert.deepEqual(host.exchanges.all, []);
  });

  it('that nests a result too deeply fails its call', async () => {
    await assert.rejects(host.handmade().call(tool('answerDeeply'), byProgram), {
      name: 'CallFailed',
      summary: /nested too deeply/,
    });
  });

  it('that sends a malformed result fails its call', async () => {
    await assert.rejects(host.handmade().call(tool('answerNull'), byProgram), {
      name: 'CallFailed',
      summary: /does not follow JSON-RPC/,
    });
  });

  it('that sends an endless message is stopped, and the error names the limit', async () => {
    host.log.traceEnabled = false;
    await assert.rejects(host.handmade().call(tool('answerEndlessly'), byProgram), {
      name: 'ServerCrashed',
      summary: '"mine" was ended. The server sent a message of more than 16,777,216 characters.',
    });
  });

  it('that sends a message with too many values is stopped, and the error names the limit', async () => {
    host.log.traceEnabled = false;
    const line = `{"jsonrpc":"2.0","method":"x","params":{"a":[${'{},'.repeat(500_000)}{}]}}`;
    await assert.rejects(write(line), {
      name: 'ServerCrashed',
      summary: '"mine" was ended. The server sent a message of more than 500,000 values.',
    });
  });

  it('that sends list_changed a hundred times receives at most ten list requests', async () => {
    const server = host.handmade();
    await server.start();
    const before = host.receivedMessages.length;
    await server.call(tool('addTool'), byProgram);
    await until(() => server.offerings.tools.some(({ name }) => name === 'added'));
    await server.call(tool('pid'), byProgram);
    const lists = host.receivedMessages.slice(before).filter(({ method }) => method === 'tools/list').length;
    assert.ok(lists <= 10, `${lists} lists`);
  });

  it('that sends an error without a message fails its call with a substitute for the message', async () => {
    await assert.rejects(host.handmade().call(tool('refuse', { message: '' }), byProgram), {
      name: 'CallFailed',
      summary: 'The server answered with an error, without a reason.',
    });
  });

  it('has lines of standard error cut after 2,000 characters', async () => {
    const server = host.handmade();
    await server.call(tool('say', { words: 'y'.repeat(2000) }), byProgram);
    await server.call(tool('say', { words: 'z'.repeat(5000) }), byProgram);
    await server.stop();
    const loggedWords = host.log.lines.map(({ line }) => line).filter((line) => /^(y+|z+)$/.test(line));
    assert.deepEqual(loggedWords, ['y'.repeat(2000), 'z'.repeat(2000)]);
  });

  it('leaves no part of a secret in the log where a long line is cut', async () => {
    const server = host.server(nodeSpec(handmade, [], { secrets: ['correct horse'] }));
    const long = (length: number) => `${'x'.repeat(length)}correct horse`;
    await server.call(tool('write', { lines: [long(495), `"${long(490)}`] }), byProgram);
    await server.call(tool('say', { words: long(1995) }), byProgram);
    await server.stop();
    assert.match(host.log.text, /info x{1990}/);
    assert.doesNotMatch(host.log.text.replaceAll(/^trace .*$/gm, ''), /corr/);
  });

  it('that elicits before it is connected receives cancel when it is stopped', async () => {
    const server = host.handmade('--ask-first');
    const starting = assert.rejects(server.start(), { name: 'ServerStopped' });
    await host.oldestRequest();
    await Promise.all([starting, server.stop()]);
    assert.deepEqual(
      host.replies.map(({ result }) => result),
      [{ action: 'cancel' }],
    );
  });
});

describe('an HTTP server that is not an MCP server', () => {
  for (const [what, headers, body] of [
    ['a page', { 'content-type': 'text/html' }, '<p>Hello</p>'],
    ['other JSON', { 'content-type': 'application/json' }, '{}'],
    ['nothing', {}, ''],
  ] as const) {
    it(`fails to start if it responds with ${what}, with an error about this response`, async () => {
      const host = createTestHost();
      const http = createServer((_request, response) => response.writeHead(200, headers).end(body));
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
      await assert.rejects(host.server({ type: 'http', url, headers: {}, secrets: [] }).start(), {
        name: 'ServerUnreachable',
        summary: /^"mine" at .* answered, but not as an MCP server\.$/,
        remedy: 'Check the URL: it has to be that of the MCP endpoint.',
      });
      http.close();
      await host.end();
    });
  }
});
