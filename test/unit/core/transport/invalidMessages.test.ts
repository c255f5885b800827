import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { targetOf } from '#core/model/call.ts';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { type ReadMessage as Message, responseOfTwoTools } from '#test/unit/core/calls/twoTools.ts';

/** JSON texts that are not JSON-RPC messages. */
const invalidTexts = ['null', '[null]', '42', '"x"', '[]', '[[]]', '[42,null]', '{}', 'true'];

/** The usual response to a message. `undefined` for a call of the tool `odd`. */
const responseTo = (message: Message) => responseOfTwoTools('odd', '2025-06-18', message);

describe('JSON that is not a JSON-RPC message', () => {
  let host: TestHost;
  let http: HttpServer | undefined;
  /** The replies that the server received. */
  let replies: Message[];
  beforeEach(() => {
    replies = [];
    host = createTestHost();
  });
  afterEach(async () => {
    await host.end();
    http?.close();
    http?.closeAllConnections();
    http = undefined;
  });

  /** Starts a server that handles each request with `respond`. `usualResponse` is `undefined` for the tool `odd`. */
  async function serve(
    type: 'http' | 'sse',
    respond: (
      usualResponse: string | undefined,
      response: ServerResponse,
      stream: ServerResponse | undefined,
      id: number,
    ) => unknown,
  ): Promise<Server> {
    let stream: ServerResponse | undefined;
    http = createServer(async (request, response) => {
      if (request.method === 'GET' && type === 'sse') {
        stream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /post\n\n');
        return;
      }
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk);
      }
      const message: Message = JSON.parse(Buffer.concat(chunks).toString());
      if (message.id === undefined || message.method === undefined) {
        replies.push(...(message.id === undefined ? [] : [message]));
        response.writeHead(202).end();
        return;
      }
      respond(responseTo(message), response, stream, message.id);
    });
    const listening = http;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const server = host.server({ type, url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
    await server.start();
    return server;
  }

  const call = (server: Server, name: string) =>
    server.call(tool(name), { origin: 'user' }).then(textOf, (error: Error) => `${error.name}: ${error.message}`);

  /** The lines of the log about ignored JSON. */
  const warnings = () => host.log.lines.filter(({ line }) => /no message; ignored|messages only; ignored/.test(line));

  const json = (response: ServerResponse, body: string) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const events = (response: ServerResponse, bodies: readonly string[]) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(bodies.map((body) => `data: ${body}\n\n`).join(''));
  };

  it('is missing if the response to a request has HTTP status 202: the call fails', async () => {
    const server = await serve('http', (answer, response) =>
      answer === undefined ? response.writeHead(202).end() : json(response, answer),
    );
    await assert.rejects(server.call(tool('odd'), { origin: 'program' }), {
      name: 'CallFailed',
      summary: 'The server answered with something that is no response.',
      detail: /HTTP status 202/,
    });
    assert.equal(await call(server, 'fine'), 'fine');
  });

  it('in place of a response is logged as an error of the host, not as a message of the server', async () => {
    const server = await serve('http', (answer, response) => json(response, answer ?? '[]'));
    await call(server, 'odd');
    const lines = host.log.lines.map(({ line }) => line);
    assert.deepEqual(
      lines.filter((line) => /^<-- .*no response/.test(line)),
      [],
    );
    assert.equal(lines.filter((line) => /^The host ended request \d+: .*no response/.test(line)).length, 1);
  });

  for (const text of invalidTexts) {
    it(`in place of a response fails only its call, with the reason: ${text}`, async () => {
      const server = await serve('http', (answer, response) => json(response, answer ?? text));
      assert.match(await call(server, 'odd'), /^CallFailed: .*The server answered with something that is no response/);
      assert.deepEqual(
        warnings().map(({ level, line }) => [level, line]),
        [['warn', `The server sent something that is no message; ignored: ${text}`]],
      );
      assert.equal(await call(server, 'fine'), 'fine');
      assert.equal(server.state.kind, 'running');
    });

    it(`fails the call if its stream has nothing else: ${text}`, async () => {
      const server = await serve('http', (answer, response) => events(response, [answer ?? text]));
      assert.match(await call(server, 'odd'), /^CallFailed: /);
      assert.equal(warnings().length, 1);
      assert.equal(await call(server, 'fine'), 'fine');
    });

    it(`is ignored before a message on the same stream: ${text}`, async () => {
      const fine = JSON.stringify({ content: [{ type: 'text', text: 'fine' }] });
      const server = await serve('http', (answer, response, _stream, id) =>
        events(response, answer ? [answer] : [text, text, `{"jsonrpc":"2.0","id":${id},"result":${fine}}`]),
      );
      assert.equal(await call(server, 'odd'), 'fine');
      assert.equal(warnings().length, 2);
    });

    it(`is ignored on the stream of HTTP+SSE: ${text}`, async () => {
      const server = await serve('sse', (answer, response, stream, id) => {
        response.writeHead(202).end();
        const fine = JSON.stringify({ content: [{ type: 'text', text: 'fine' }] });
        const bodies = answer ? [answer] : [text, `{"jsonrpc":"2.0","id":${id},"result":${fine}}`];
        stream?.write(bodies.map((body) => `data: ${body}\n\n`).join(''));
      });
      assert.equal(await call(server, 'odd'), 'fine');
      assert.equal(warnings().length, 1);
    });
  }

  for (const type of ['http', 'sse'] as const) {
    it(`differs from a request with invalid parameters, which is refused and recorded (${type})`, async () => {
      const invalidRequest = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: [] };
      const server = await serve(type, async (answer, response, stream, id) => {
        const fine = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'fine' }] } };
        const responseStream = type === 'sse' ? stream : response;
        if (type === 'sse') {
          response.writeHead(202).end();
        } else {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
        }
        if (answer === undefined) {
          responseStream?.write(`data: ${JSON.stringify(invalidRequest)}\n\n`);
          await until(() => replies.length > 0);
        }
        responseStream?.write(`data: ${answer ?? JSON.stringify(fine)}\n\n`);
        if (type === 'http') {
          response.end();
        }
      });
      assert.equal(await call(server, 'odd'), 'fine');
      const error = { code: -32600, message: 'Invalid request' };
      assert.deepEqual(replies, [{ jsonrpc: '2.0', id: 7, error }]);
      assert.deepEqual(
        host.exchanges.all.map(({ call, received, codes }) => [
          call && targetOf(call.request),
          received,
          codes?.unread,
        ]),
        [['odd', { method: 'elicitation/create' }, true]],
      );
      assert.deepEqual(warnings(), []);
    });
  }

  it('is ignored in a batch, and the response in the batch is received', async () => {
    const server = await serve('http', (answer, response, _stream, id) => {
      const fine = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'fine' }] } };
      json(response, answer ?? JSON.stringify([null, fine, 42]));
    });
    assert.equal(await call(server, 'odd'), 'fine');
    assert.equal(warnings().length, 1);
  });

  it('is treated like a response to another request, which fails the call', async () => {
    const server = await serve('http', (answer, response) =>
      json(response, answer ?? JSON.stringify({ jsonrpc: '2.0', id: 987_654, result: {} })),
    );
    assert.match(await call(server, 'odd'), /no response/);
    assert.equal(await call(server, 'fine'), 'fine');
  });

  it('is ignored on standard output', async () => {
    const script = `
      const send = (text) => process.stdout.write(text + '\\n');
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (id === undefined) return;
        const result = {
          initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'o', version: '1' } },
          'tools/list': { tools: [{ name: 'odd', inputSchema: { type: 'object' } }] },
          'tools/call': { content: [{ type: 'text', text: 'fine' }] },
        }[method];
        if (method === 'tools/call') for (const text of ${JSON.stringify(invalidTexts)}) send(text);
        send(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
      });`;
    const server = host.server({ ...nodeSpec('-e'), args: ['-e', script] });
    assert.equal(await call(server, 'odd'), 'fine');
    assert.ok(warnings().length >= invalidTexts.length - 1, host.log.text);
    assert.equal(server.state.kind, 'running');
  });
});
