import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { discardBody, fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { settled, until } from '#test/host/until.ts';

describe('fetchWithoutTimeout', () => {
  afterEach(restoreTimers);

  it('does not break the next request on a connection if the previous request is aborted late', async () => {
    const responses: ServerResponse[] = [];
    const answer: RequestListener = (_request, response) => {
      responses.push(response);
      if (responses.length === 1) {
        response.end('first');
      } else {
        response.write('sec');
      }
    };
    await withServer(answer, async (url) => {
      const late = new AbortController();
      assert.equal(await (await fetchWithoutTimeout(url, { signal: late.signal })).text(), 'first');
      const second = await fetchWithoutTimeout(url);
      late.abort();
      responses[1]?.end('ond');
      assert.equal(await second.text(), 'second');
      assert.equal(responses[0]?.req.socket, responses[1]?.req.socket);
    });
  });

  it('closes the connection of an unread response when its request is aborted, and no other connection', async () => {
    const closed: Promise<unknown>[] = [];
    const answer: RequestListener = (request, response) => {
      closed.push(once(request.socket, 'close'));
      response.writeHead(400).end('{"no": "stream"}');
    };
    await withServer(answer, async (url) => {
      const abort = new AbortController();
      assert.equal((await fetchWithoutTimeout(url, { signal: abort.signal })).status, 400);
      // By now the first response has arrived completely.
      assert.equal(await (await fetchWithoutTimeout(url)).text(), '{"no": "stream"}');
      abort.abort();
      await closed[0];
    });
  });

  it('rejects the body when the request is aborted, and a request that was aborted before', async () => {
    await withServer(
      (_request, response) => response.write('never ends'),
      async (url) => {
        const abort = new AbortController();
        const reading = (await fetchWithoutTimeout(url, { signal: abort.signal })).text();
        abort.abort();
        await assert.rejects(reading, { name: 'AbortError' });
        await assert.rejects(fetchWithoutTimeout(url, { signal: abort.signal }), { name: 'AbortError' });
      },
    );
  });

  it('reuses the connection of a discarded response, unless its body is too long', async () => {
    const requests: IncomingMessage[] = [];
    const closed = new Set<unknown>();
    const answer: RequestListener = (request, response) => {
      requests.push(request);
      request.socket.once('close', () => closed.add(request.socket));
      response.writeHead(202);
      const more = () => {
        while (response.writable && response.write('x'.repeat(10_000))) {
          // Until the buffer is full.
        }
      };
      if (request.url === '/endless') {
        response.on('drain', more);
        more();
      } else {
        response.end('x'.repeat(10_000));
      }
    };
    await withServer(answer, async (url) => {
      await until(async () => {
        discardBody(await fetchWithoutTimeout(url));
        return new Set(requests.map(({ socket }) => socket)).size < requests.length;
      });
      discardBody(await fetchWithoutTimeout(`${url}endless`));
      await until(() => closed.has(requests.at(-1)?.socket));
    });
  });

  for (const status of [202, 205]) {
    it(`closes the connection of a discarded response with status ${status} whose body does not end`, async () => {
      const closed = new Set<string | undefined>();
      const answer: RequestListener = (request, response) => {
        request.socket.once('close', () => closed.add(request.url));
        response.writeHead(status, { 'transfer-encoding': 'chunked' }).write('x');
      };
      await withServer(answer, async (url) => {
        fakeTimers();
        discardBody(await fetchWithoutTimeout(url));
        mock.timers.tick(1999);
        assert.equal(closed.size, 0);
        mock.timers.tick(1);
        await settled(() => closed.size === 1);
      });
    });
  }
});

/** Runs `test` with the URL of a server that handles every request with `listener`. */
async function withServer(listener: RequestListener, test: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    await test(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
