import assert from 'node:assert/strict';
import { once } from 'node:events';
import { DemoClient, resultText } from '#test/unit/demo/demoClient.ts';

describe('demo: plan_event in the legacy era', () => {
  let conversation: DemoClient;
  beforeEach(async () => {
    conversation = await DemoClient.start();
  });
  afterEach(() => conversation.close());

  it('sends all three requests before any is answered', async () => {
    const requestedMessages: string[] = [];
    let answer: (() => void) | undefined;
    const allAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    conversation.client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (requestedMessages.push(params.message.split('?')[0] ?? '') === 3) {
        answer?.();
      }
      await allAsked;
      return { action: 'decline' };
    });
    const result = await conversation.client.callTool({ name: 'plan_event', arguments: {} });
    assert.deepEqual(requestedMessages, [
      'Where should the event be',
      'What should there be to eat',
      'What should be played',
    ]);
    assert.match(resultText(result), /^Place: declined\nFood: declined\nMusic: declined\n/);
  });

  it('does not cancel a request that was answered', async () => {
    const { transport } = conversation.client;
    assert.ok(transport);
    const received: unknown[] = [];
    const deliver = transport.onmessage;
    transport.onmessage = (message, extra) => {
      received.push('method' in message ? message.method : 'response');
      deliver?.(message, extra);
    };
    const decline = { action: 'decline' } as const;
    await conversation.call('plan_event', {}, [decline, decline, decline]);
    // A message that is sent after a result arrives before the next result.
    await conversation.call('show_seating_plan', {}, []);
    const request = 'elicitation/create';
    assert.deepEqual(received, [request, request, request, 'response', 'response']);
  });

  it('cancels the other requests if one fails', async () => {
    const withdrawals: Promise<unknown>[] = [];
    conversation.client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      if (params.message.includes('eat')) {
        throw new Error('no more forms');
      }
      const aborted = once(mcpReq.signal, 'abort');
      withdrawals.push(aborted);
      await aborted;
      return { action: 'cancel' };
    });
    const result = await conversation.client.callTool({ name: 'plan_event', arguments: {} });
    assert.equal(result.isError, true);
    assert.match(resultText(result), /could not be put to you \(.*no more forms.*\)/);
    await Promise.all(withdrawals);
    assert.equal(withdrawals.length, 2);
  });
});
