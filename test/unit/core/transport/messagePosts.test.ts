import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { MessagePosts } from '#core/transport/messagePosts.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';

const request: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const cancellation: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

/** A post that the server never responds to. */
const unanswered = (signal: AbortSignal) =>
  new Promise<undefined>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the post of a message over HTTP', () => {
  let errors: unknown[];
  let posts: MessagePosts;
  beforeEach(() => {
    errors = [];
    posts = new MessagePosts({ onerror: (error) => errors.push(error) }, new AbortController().signal);
  });
  afterEach(() => {
    restoreTimers();
    mock.restoreAll();
  });

  it('is aborted two seconds after its request was cancelled, without an error', async () => {
    fakeTimers();
    const sent = posts.send(request, undefined, unanswered);
    let isOver = false;
    sent.catch(() => {
      isOver = true;
    });
    await posts.send(cancellation, undefined, async () => undefined);
    assert.equal(posts.isCancelled(1), true);
    mock.timers.tick(1999);
    await Promise.resolve();
    assert.equal(isOver, false);
    mock.timers.tick(1);
    await assert.rejects(sent, { name: 'AbortError' });
    assert.deepEqual([errors, posts.isCancelled(1)], [[], false]);
  });

  it('is aborted, as is that of the cancellation, if the server does not accept the cancellation', async () => {
    const limit = new AbortController();
    const timeout = mock.method(AbortSignal, 'timeout', () => limit.signal);
    fakeTimers();
    const sent = posts.send(request, undefined, unanswered);
    const cancelled = posts.send(cancellation, undefined, unanswered);
    sent.catch(() => undefined);
    assert.deepEqual(timeout.mock.calls[0]?.arguments, [10_000]);
    limit.abort(new DOMException('too late', 'TimeoutError'));
    await assert.rejects(cancelled, { name: 'TimeoutError' });
    mock.timers.tick(2000);
    await assert.rejects(sent, { name: 'AbortError' });
    assert.deepEqual(errors, []);
  });

  it('with a continuing response is aborted two seconds after the response to the request', async () => {
    fakeTimers();
    let signal: AbortSignal | undefined;
    let endResponse: () => void = () => undefined;
    const responseEnd = new Promise<void>((resolve) => {
      endResponse = resolve;
    });
    const post = async (postSignal: AbortSignal) => {
      signal = postSignal;
      return { responseEnd };
    };
    await posts.send(request, undefined, post);
    posts.markAnswered(1);
    mock.timers.tick(1999);
    assert.equal(signal?.aborted, false);
    mock.timers.tick(1);
    assert.equal(signal?.aborted, true);
    endResponse();
  });
});
