import assert from 'node:assert/strict';
import { HttpSseTransport } from '#core/transport/httpSse.ts';

/** Creates a transport to a server that sends `endpoint`. `posts`: the URLs of the POST requests. */
function createTransport(endpoint: string): { readonly transport: HttpSseTransport; readonly posts: string[] } {
  const posts: string[] = [];
  const transport = new HttpSseTransport({
    url: new URL('http://server.example/sse'),
    headers: { Authorization: 'Bearer secret' },
    fetch: async (url, init) => {
      if (init?.method === 'POST') {
        posts.push(String(url));
        return new Response(null, { status: 202 });
      }
      const stream = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`event: endpoint\ndata: ${endpoint}\n\n`)),
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    },
    onInvalid: () => undefined,
  });
  return { transport, posts };
}

describe('the endpoint that an HTTP+SSE server sends', () => {
  for (const endpoint of [
    '/post?session=1',
    'http://server.example/post?session=1',
    'http://server.example:80/post?session=1',
  ]) {
    it(`is used if it is at the origin of the server (${endpoint})`, async () => {
      const { transport, posts } = createTransport(endpoint);
      await transport.start();
      await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      assert.deepEqual(posts, ['http://server.example/post?session=1']);
      await transport.close();
    });
  }

  for (const endpoint of [
    'http://elsewhere.example/post',
    '//elsewhere.example/post',
    'https://server.example/post',
    'http://server.example:8080/post',
    'http://server.example@elsewhere.example/post',
    'file:///etc/passwd',
    'http://',
  ]) {
    it(`ends the connection if it is at another origin, and nothing is posted (${endpoint})`, async () => {
      const { transport, posts } = createTransport(endpoint);
      let closed = 0;
      transport.onclose = () => {
        closed += 1;
      };
      await assert.rejects(transport.start(), /an endpoint that is not at its own origin/);
      await assert.rejects(transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }), {
        outcome: 'notSent',
      });
      assert.deepEqual(posts, []);
      assert.equal(closed, 1);
    });
  }

  it('cannot be changed later to another origin', async () => {
    const { transport, posts } = createTransport('/post\n\nevent: endpoint\ndata: http://elsewhere.example/post');
    const closed = new Promise<void>((resolve) => {
      transport.onclose = resolve;
    });
    await transport.start();
    await closed;
    await assert.rejects(transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }), {
      outcome: 'notSent',
    });
    assert.deepEqual(posts, []);
  });
});
