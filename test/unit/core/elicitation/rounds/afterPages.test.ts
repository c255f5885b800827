import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { RetryAfterPages } from '#core/elicitation/rounds/retryAfterPages.ts';
import { definitionOf, required } from '#test/host/samples.ts';
import { nodeSpec, requiredUrlBeforeLists } from '#test/host/serverProcesses.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { settled, until } from '#test/host/until.ts';

const needs = (name: string) => new ProtocolError(-32042, 'Needed', { elicitations: [required(name)] });
const yes = { action: 'accept' } as const;

describe('a request outside of calls that requires pages (-32042)', () => {
  let host: TestConnection;
  let gone: AbortController;
  let after: RetryAfterPages;
  let failures: unknown[];
  beforeEach(() => {
    host = new TestConnection();
    gone = new AbortController();
    after = new RetryAfterPages(host.elicitations, 'legacy', gone.signal);
    failures = [];
  });

  const failed = (error: unknown) => failures.push(error);

  /** Something that works from the moment on at which its page is opened. */
  function behind(page: string): { readonly send: () => Promise<void>; opened: boolean; done: boolean } {
    const thing = {
      opened: false,
      done: false,
      send: async () => {
        if (!thing.opened) {
          throw needs(page);
        }
        thing.done = true;
      },
    };
    return thing;
  }

  it('shows the page for the server alone, and is sent again once it is done', async () => {
    const tools = behind('a');
    assert.equal(after.queueRetry('tools', needs('a'), tools.send, failed), true);
    const asked = await host.decide(yes);
    assert.deepEqual([asked.call, asked.isStartedByUser], [undefined, false]);
    tools.opened = true;
    host.suspendedCalls.continue((await host.onlySuspendedCall()).id);
    await settled(() => tools.done && host.suspendedCalls.all.length === 0);
    assert.deepEqual(failures, []);
  });

  it('is retried one after the other, and once per name', async () => {
    const tools = behind('a');
    const prompts = behind('a');
    after.queueRetry('tools', needs('a'), tools.send, failed);
    after.queueRetry('prompts', needs('a'), prompts.send, failed);
    after.queueRetry('tools', needs('a'), tools.send, failed);
    await host.decide(yes);
    const hold = await host.onlySuspendedCall();
    tools.opened = true;
    prompts.opened = true;
    host.suspendedCalls.continue(hold.id);
    await settled(() => tools.done && prompts.done);
    assert.equal(host.exchanges.all.length, 1);
  });

  it('is not retried again after the user declined', async () => {
    after.queueRetry('tools', needs('a'), behind('a').send, failed);
    await host.decide({ action: 'decline' });
    await settled(() => failures.length === 1);
    assert.equal((only(failures) as Error).name, 'CallDeclined');
    assert.equal(after.queueRetry('prompts', needs('a'), behind('a').send, failed), false);
  });

  it('is not retried for other errors or in the modern era', () => {
    const other = new ProtocolError(-32601, 'no such method');
    assert.equal(after.queueRetry('tools', other, behind('a').send, failed), false);
    const later = new RetryAfterPages(host.elicitations, 'modern', gone.signal);
    assert.equal(later.queueRetry('tools', needs('a'), behind('a').send, failed), false);
  });

  for (const [what, end] of [
    ['the connection', () => after.end()],
    ['the server', () => gone.abort(new Error('gone'))],
  ] as const) {
    it(`is dropped when ${what} is gone`, async () => {
      after.queueRetry('tools', needs('a'), behind('a').send, failed);
      await host.decide(yes);
      await host.onlySuspendedCall();
      end();
      await settled(() => failures.length === 1 && host.suspendedCalls.all.length === 0);
    });
  }
});

describe('a server that requires a page before it lists its offerings', () => {
  it('starts, shows the page without taking the focus, and is listed after the user opened it', async () => {
    const host = createTestHost();
    try {
      const definition = definitionOf('mine', { elicitation: { form: true, url: true } });
      const server = host.server(nodeSpec(requiredUrlBeforeLists), definition);
      await server.start();
      assert.deepEqual(server.offerings.tools, []);
      const asked = await host.decide(yes);
      assert.deepEqual([asked.call, asked.isStartedByUser, asked.server.name], [undefined, false, 'mine']);
      await until(() => host.suspendedCalls.all.length === 1);
      host.suspendedCalls.continue(host.suspendedCalls.all[0]?.id ?? '');
      await until(() => server.offerings.tools.length === 1 && server.offerings.prompts.length === 1);
      assert.deepEqual([host.suspendedCalls.all, host.inbox.pending], [[], []]);
    } finally {
      await host.end();
    }
  });
});
