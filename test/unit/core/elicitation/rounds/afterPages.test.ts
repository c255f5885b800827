import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { RetryAfterPages } from '#core/elicitation/rounds/retryAfterPages.ts';
import { definitionOf, required } from '#test/host/samples.ts';
import { nodeSpec, requiredUrlBeforeLists } from '#test/host/serverProcesses.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { settled, until } from '#test/host/until.ts';

const urlRequired = (name: string) => new ProtocolError(-32042, 'Needed', { elicitations: [required(name)] });
const accept = { action: 'accept' } as const;

describe('a request outside of calls that requires pages (-32042)', () => {
  let host: TestConnection;
  let serverEnd: AbortController;
  let retries: RetryAfterPages;
  let failures: unknown[];
  beforeEach(() => {
    host = new TestConnection();
    serverEnd = new AbortController();
    retries = new RetryAfterPages(host.elicitations, 'legacy', serverEnd.signal);
    failures = [];
  });

  const onFailed = (error: unknown) => failures.push(error);

  /** A request that fails with -32042 until `opened` is set. */
  function requestWithPage(name: string): { readonly send: () => Promise<void>; opened: boolean; done: boolean } {
    const request = {
      opened: false,
      done: false,
      send: async () => {
        if (!request.opened) {
          throw urlRequired(name);
        }
        request.done = true;
      },
    };
    return request;
  }

  it('shows the page without a call, and is sent again as soon as the page is done', async () => {
    const tools = requestWithPage('a');
    assert.equal(retries.queueRetry('tools', urlRequired('a'), tools.send, onFailed), true);
    const page = await host.decide(accept);
    assert.deepEqual([page.call, page.isStartedByUser], [undefined, false]);
    tools.opened = true;
    host.suspendedCalls.continue((await host.onlySuspendedCall()).id);
    await settled(() => tools.done && host.suspendedCalls.all.length === 0);
    assert.deepEqual(failures, []);
  });

  it('is queued once per name, and the queue is retried after the page', async () => {
    const tools = requestWithPage('a');
    const prompts = requestWithPage('a');
    retries.queueRetry('tools', urlRequired('a'), tools.send, onFailed);
    retries.queueRetry('prompts', urlRequired('a'), prompts.send, onFailed);
    retries.queueRetry('tools', urlRequired('a'), tools.send, onFailed);
    await host.decide(accept);
    const suspendedCall = await host.onlySuspendedCall();
    tools.opened = true;
    prompts.opened = true;
    host.suspendedCalls.continue(suspendedCall.id);
    await settled(() => tools.done && prompts.done);
    assert.equal(host.exchanges.all.length, 1);
  });

  it('is not retried, and later ones are not queued, after the user declined', async () => {
    retries.queueRetry('tools', urlRequired('a'), requestWithPage('a').send, onFailed);
    await host.decide({ action: 'decline' });
    await settled(() => failures.length === 1);
    assert.equal((only(failures) as Error).name, 'CallDeclined');
    assert.equal(retries.queueRetry('prompts', urlRequired('a'), requestWithPage('a').send, onFailed), false);
  });

  it('is queued after one whose list of pages could not be used', async () => {
    const unusable = new ProtocolError(-32042, 'Needed', { elicitations: [] });
    retries.queueRetry('tools', unusable, async () => Promise.reject(unusable), onFailed);
    await settled(() => failures.length === 1);
    assert.equal((only(failures) as Error).name, 'CallFailed');
    assert.equal(retries.queueRetry('tools', urlRequired('a'), requestWithPage('a').send, onFailed), true);
    assert.equal((await host.decide({ action: 'decline' })).mode, 'url');
  });

  it('is not retried for other errors or in the modern era', () => {
    const other = new ProtocolError(-32601, 'no such method');
    assert.equal(retries.queueRetry('tools', other, requestWithPage('a').send, onFailed), false);
    const modernRetries = new RetryAfterPages(host.elicitations, 'modern', serverEnd.signal);
    assert.equal(modernRetries.queueRetry('tools', urlRequired('a'), requestWithPage('a').send, onFailed), false);
  });

  for (const [what, end] of [
    ['the connection', () => retries.end()],
    ['the server', () => serverEnd.abort(new Error('gone'))],
  ] as const) {
    it(`is not retried after ${what} has ended`, async () => {
      retries.queueRetry('tools', urlRequired('a'), requestWithPage('a').send, onFailed);
      await host.decide(accept);
      await host.onlySuspendedCall();
      end();
      await settled(() => failures.length === 1 && host.suspendedCalls.all.length === 0);
    });
  }
});

describe('a server that requires a page before it lists its offerings', () => {
  it('starts and shows the page, and its offerings are listed after the user opened the page', async () => {
    const host = createTestHost();
    try {
      const definition = definitionOf('mine', { elicitation: { form: true, url: true } });
      const server = host.server(nodeSpec(requiredUrlBeforeLists), definition);
      await server.start();
      assert.deepEqual(server.offerings.tools, []);
      const page = await host.decide(accept);
      assert.deepEqual([page.call, page.isStartedByUser, page.server.name], [undefined, false, 'mine']);
      await until(() => host.suspendedCalls.all.length === 1);
      host.suspendedCalls.continue(host.suspendedCalls.all[0]?.id ?? '');
      await until(() => server.offerings.tools.length === 1 && server.offerings.prompts.length === 1);
      assert.deepEqual([host.suspendedCalls.all, host.inbox.pending], [[], []]);
    } finally {
      await host.end();
    }
  });
});
