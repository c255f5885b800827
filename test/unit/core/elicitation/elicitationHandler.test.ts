import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { Call } from '#core/model/call.ts';
import { nameElicitation, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

describe('the handler of elicitations', () => {
  afterEach(() => mock.timers.reset());

  const createHandler = ({ services }: TestHost, keepAliveMs = 20_000, modes = { form: true, url: false }) =>
    new ElicitationHandler({
      ...services,
      urls: new UrlGuard('user:mine', new VisitedSites(services.memory), () => undefined),
      modes,
      attribution: () => ({ id: 'user:mine', name: 'mine' }),
      calls: () => [],
      callsAtServer: () => [],
      callOfTask: () => undefined,
      cancelCall: () => undefined,
      warn: () => undefined,
      keepAliveMs,
    });

  it('sends progress to a server that passed a progress token, until the user answers', async () => {
    enableMockTimers('setInterval');
    const host = createTestHost();
    const { inbox } = host;
    const progress: unknown[] = [];
    const reply = createHandler(host, 5).handle(nameElicitation, {
      signal: new AbortController().signal,
      meta: { progressToken: 'token' },
      notify: async ({ params }) => void progress.push(params),
    });
    await until(() => inbox.pending.length > 0);
    mock.timers.tick(10);
    assert.equal(progress.length, 2);
    inbox.decide(inbox.pending[0]?.id ?? '', { action: 'decline' });
    assert.deepEqual(await reply, { action: 'decline' });
    mock.timers.tick(1000);
    assert.equal(progress.length, 2);
    assert.deepEqual(progress[0], { progressToken: 'token', progress: 1, message: 'Waiting for the user to answer.' });
  });

  it('replies -32603 without details if the request cannot be shown', async () => {
    const host = createTestHost();
    host.inbox.ask = () => Promise.reject(new Error('/home/ann/secret'));
    const context = { signal: new AbortController().signal, notify: async () => undefined };
    await assert.rejects(createHandler(host).handle(nameElicitation, context), {
      code: -32603,
      message: 'The request could not be shown.',
    });
  });

  describe('in a round', () => {
    const call: Call = {
      id: '1',
      serverId: 'user:mine',
      serverName: 'mine',
      request: tool('a'),
      origin: 'user',
      startedAt: 0,
    };
    const validRequest = { method: 'elicitation/create', params: nameElicitation };
    const requestedSchema = { type: 'object', properties: { name: { type: 'string', not: {} } } };
    const unsupportedForm = { message: 'x', requestedSchema };
    const round = (inputRequests: unknown, form = true) => {
      const host = createTestHost();
      const arrivedRequests: unknown[] = [];
      host.inbox.onDidArrive((request) => arrivedRequests.push(request));
      const result = throughRounds(
        async () => ({ resultType: 'input_required', inputRequests }),
        {},
        { elicitations: createHandler(host, 20_000, { form, url: false }), call, signal: new AbortController().signal },
      );
      return { arrivedRequests, result };
    };

    for (const [name, requests, form] of [
      ['no requestedSchema', { a: validRequest, b: { method: 'elicitation/create', params: { message: 'x' } } }, true],
      [
        'a keyword that a form does not support',
        { a: validRequest, b: { method: 'elicitation/create', params: unsupportedForm } },
        true,
      ],
      ['another method', { a: validRequest, b: { method: 'sampling/createMessage', params: {} } }, true],
      ['elicitation disabled', { a: validRequest }, false],
      ['a request that is null', { a: validRequest, b: null }, true],
    ] as const) {
      it(`with ${name} fails the call and shows no request`, async () => {
        const { arrivedRequests, result } = round(requests, form);
        await assert.rejects(result, { name: 'CallFailed', message: /could not be shown/ });
        assert.deepEqual(arrivedRequests, []);
      });
    }

    it('without requests repeats the call with the requestState', async () => {
      const sent: unknown[] = [];
      const answers = [{ resultType: 'input_required', requestState: 'x' }, { done: true }];
      const result = await throughRounds(
        async (params) => {
          sent.push(params);
          return answers[sent.length - 1];
        },
        { name: 'a' },
        { elicitations: createHandler(createTestHost()), call, signal: new AbortController().signal },
      );
      assert.deepEqual(result, { done: true });
      assert.deepEqual(sent, [{ name: 'a' }, { name: 'a', requestState: 'x' }]);
    });
  });
});
