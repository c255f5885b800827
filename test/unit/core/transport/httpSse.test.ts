import assert from 'node:assert/strict';
import { HttpSseTransport } from '#core/transport/httpSse.ts';

/** A transport to a server that names `endpoint`, and to where it posts. */
function naming(endpoint: string): { readonly transport: HttpSseTransport; readonly posts: string[] } {
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

describe('the endpoint that an HTTP+SSE server names', () => {
  for (const endpoint of [
    '/post?session=1',
    'http://server.example/post?session=1',
    'http://server.example:80/post?session=1',
  ]) {
    it(`is used when it is at the server's origin (${endpoint})`, async () => {
      const { transport, posts } = naming(endpoint);
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
    it(`ends the connection when it is at another origin, and nothing is posted (${endpoint})`, async () => {
      const { transport, posts } = naming(endpoint);
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
    const { transport, posts } = naming('/post\n\nevent: endpoint\ndata: http://elsewhere.example/post');
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
