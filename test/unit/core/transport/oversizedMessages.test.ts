import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { type ReadMessage as Message, responseOfTwoTools } from '#test/unit/core/calls/twoTools.ts';

const byProgram = { origin: 'program' } as const;
const notification = { jsonrpc: '2.0', method: 'notifications/x' };
const responseWithManyValues = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"a":[${'0,'.repeat(500_100)}0]}}`;
const responseWithManyCharacters = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"a":"${'x'.repeat(16 * 1024 * 1024)}"}}`;
const batchWithResponse = (count: number, id: number) =>
  JSON.stringify([...Array<unknown>(count - 1).fill(notification), { jsonrpc: '2.0', id, result: { content: [] } }]);

const oversized = [
  ['values', responseWithManyValues, 'The server sent a message of more than 500,000 values.'],
  ['characters', responseWithManyCharacters, 'The server sent a message of more than 16,777,216 characters.'],
  ['messages', (id: number) => batchWithResponse(501, id), 'The server sent a batch of more than 500 messages.'],
] as const;

/** The response to a message. `undefined` for a call of the tool `large`. */
const responseTo = (message: Message) => responseOfTwoTools('large', '2025-03-26', message);

describe('a message that is too large', () => {
  let host: TestHost;
  let http: HttpServer | undefined;
  /** The open GET stream: that of HTTP+SSE, or the standalone stream of Streamable HTTP. */
  let sharedStream: ServerResponse | undefined;
  let openedStreams: number;
  beforeEach(() => {
    openedStreams = 0;
    sharedStream = undefined;
    host = createTestHost();
    host.log.traceEnabled = false;
  });
  afterEach(async () => {
    await host.end();
    http?.close();
    http?.closeAllConnections();
    http = undefined;
  });

  /** Starts a server. `respondToLarge` handles the call of the tool `large`. */
  async function serve(
    type: 'http' | 'sse',
    respondToLarge: (response: ServerResponse, id: number) => unknown = () => undefined,
  ): Promise<Server> {
    http = createServer(async (request, response) => {
      if (request.method === 'GET') {
        openedStreams += 1;
        sharedStream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(type === 'sse' ? 'event: endpoint\ndata: /post\n\n' : ': open\n\n');
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk);
      }
      const message: Message = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      const responseText = responseTo(message);
      const isLargeCall = responseText === undefined;
      if (message.id === undefined || message.method === undefined) {
        response.writeHead(202).end();
      } else if (type === 'sse') {
        response.writeHead(202).end();
        if (isLargeCall) {
          respondToLarge(response, message.id);
        } else {
          sharedStream?.write(`data: ${responseText}\n\n`);
        }
      } else if (isLargeCall) {
        respondToLarge(response, message.id);
      } else {
        response.writeHead(200, { 'content-type': 'application/json' }).end(responseText);
      }
    });
    const listening = http;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const server = host.server({ type, url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
    await server.start();
    return server;
  }

  const respondAsJson = (response: ServerResponse, body: string) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const respondAsEvent = (response: ServerResponse, body: string) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${body}\n\n`);

  for (const [unit, messageWith, summary] of oversized) {
    for (const [format, respond] of [
      ['as JSON', respondAsJson],
      ['as an event', respondAsEvent],
    ] as const) {
      it(`fails only its call, with the reason, if it is sent ${format}: too many ${unit}`, async () => {
        const server = await serve('http', (response, id) => respond(response, messageWith(id)));
        await assert.rejects(server.call(tool('large'), byProgram), {
          name: 'CallFailed',
          summary,
          remedy: 'The server has to be corrected.',
        });
        assert.equal(server.state.kind, 'running');
        assert.equal(textOf(await server.call(tool('fine'), byProgram)), 'fine');
      });
    }

    for (const type of ['http', 'sse'] as const) {
      it(`ends the connection, with the reason, until the next call if it is sent on the shared stream (${type}): too many ${unit}`, async () => {
        const server = await serve(type);
        await until(() => sharedStream !== undefined);
        sharedStream?.write(`data: ${messageWith(987_654)}\n\n`);
        await until(() => server.state.kind !== 'running', 10_000);
        const { state } = server;
        assert.equal(state.kind === 'failed' && state.failure.summary, summary);
        assert.equal(textOf(await server.call(tool('fine'), byProgram)), 'fine');
        await until(() => openedStreams === 2);
      });
    }
  }

  it('fails the waiting calls of an HTTP+SSE connection, with the reason', async () => {
    const server = await serve('sse', (_response, id) =>
      sharedStream?.write(`data: ${responseWithManyValues(id)}\n\n`),
    );
    await assert.rejects(server.call(tool('large'), byProgram), {
      summary: 'The server sent a message of more than 500,000 values.',
    });
  });

  it('is not reported if it is a batch of 500 messages', async () => {
    for (const respond of [respondAsJson, respondAsEvent]) {
      const server = await serve('http', (response, id) => respond(response, batchWithResponse(500, id)));
      assert.deepEqual(await server.call(tool('large'), byProgram), { content: [] });
      await server.stop();
      http?.close();
    }
  });

  it('makes the host end a stdio server if it is a batch of 501 messages, and not of 500', async () => {
    const server = host.handmade();
    await server.start();
    assert.equal(
      textOf(await server.call(tool('write', { lines: [batchWithResponse(500, 987_654)] }), byProgram)),
      'written',
    );
    await assert.rejects(server.call(tool('write', { lines: [batchWithResponse(501, 987_654)] }), byProgram), {
      name: 'ServerCrashed',
      summary: '"mine" was ended. The server sent a batch of more than 500 messages.',
    });
  });
});
