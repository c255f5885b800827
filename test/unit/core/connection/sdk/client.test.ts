import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import { SecretMask } from '#core/common/secretMask.ts';
import { createClient } from '#core/connection/sdk/client.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { unaskedRequestOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { connectBareClient, discover, nextTurns, TestTransport } from './bareSdk.ts';

describe('the capabilities that a server receives', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const serverWith = (elicitation: { form: boolean; url: boolean }) =>
    host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }), definitionOf('mine', { elicitation }));

  for (const [form, url] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    it(`include elicitation in the enabled modes: ${[form && 'form', url && 'url'].filter(Boolean).join(' and ')}`, async () => {
      await serverWith({ form, url }).start();
      const capabilities = host.receivedMessages.find(({ method }) => method === 'initialize')?.params?.[
        'capabilities'
      ];
      assert.deepEqual(capabilities, {
        elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) },
        roots: { listChanged: true },
      });
    });
  }

  it('do not include elicitation if both modes are disabled, and elicitation/create gets error -32601', async () => {
    const server = serverWith({ form: false, url: false });
    const result = textOf(await server.call(tool('ask', { params: nameElicitation }), { origin: 'user' }));
    assert.equal(JSON.parse(result).error.code, -32601);
    const capabilities = host.receivedMessages.find(({ method }) => method === 'initialize')?.params?.['capabilities'];
    assert.deepEqual(capabilities, { roots: { listChanged: true } });
    assert.equal(host.inbox.pending.length, 0);
    const outcomes = host.exchanges.all.map(
      (exchange) => exchange.reply && unaskedRequestOutcome(exchange, exchange.reply, 0),
    );
    assert.deepEqual(
      outcomes.map((outcome) => [outcome?.decision, outcome?.message, outcome?.findings]),
      [['refused', undefined, ['refused.mode']]],
      'the request is recorded',
    );
    assert.equal(outcomes[0]?.unread, true);
    assert.deepEqual(
      host.exchanges.all.map(({ received }) => received),
      [{ method: 'elicitation/create' }],
      'nothing of its parameters is recorded',
    );
  });

  it('do not include sampling, and sampling/createMessage gets error -32601', async () => {
    const server = serverWith({ form: false, url: false });
    const request = { jsonrpc: '2.0', id: 'mine', method: 'sampling/createMessage', params: {} };
    await server.call(tool('write', { lines: [JSON.stringify(request)] }), { origin: 'user' });
    await until(() => host.replies.length > 0);
    assert.deepEqual(host.replies[0]?.error, { code: -32601, message: 'Method not found' });
    assert.deepEqual(host.exchanges.all, []);
  });
});

describe('an elicitation without a declared mode', () => {
  const request = { jsonrpc: '2.0', id: 'r', method: 'elicitation/create', params: nameElicitation };

  it('must be handled by the fallback handler: the SDK accepts no other handler', async () => {
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport);
    assert.throws(
      () => client.setRequestHandler('elicitation/create', { params: rawSchema }, () => ({ action: 'cancel' })),
      { code: 'CAPABILITY_NOT_SUPPORTED' },
    );
    const fallbackMethods: string[] = [];
    client.fallbackRequestHandler = async ({ method }) => {
      fallbackMethods.push(method);
      return {};
    };
    transport.receive(request);
    await nextTurns();
    assert.deepEqual(fallbackMethods, ['elicitation/create']);
  });
});

describe('a list in place of which a modern server requests input', () => {
  let handledElicitations: number;
  let transport: TestTransport;
  beforeEach(() => {
    handledElicitations = 0;
    transport = new TestTransport(({ id, params }) =>
      transport.reply(
        id,
        params?.['inputResponses'] === undefined
          ? {
              resultType: 'input_required',
              inputRequests: { name: { method: 'elicitation/create', params: nameElicitation } },
            }
          : { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [] },
      ),
    );
  });
  const listTools = (client: Client) => client.request({ method: 'tools/list', params: {} }, rawSchema);

  it('must be refused by an option: the SDK calls the handler of pushed elicitations', async () => {
    const client = await connectBareClient('modern', transport, { elicitation: { form: {} } });
    client.setRequestHandler('elicitation/create', { params: rawSchema }, () => {
      handledElicitations += 1;
      return { action: 'decline' };
    });
    await listTools(client);
    assert.equal(handledElicitations, 1);
  });

  it('is refused by the client, which does not call that handler', async () => {
    const handle = async () => {
      handledElicitations += 1;
      return { action: 'decline' };
    };
    const replies = new ReplyDelivery('stdio');
    const client = createClient({
      clientInfo: { name: 'host', version: '0.0.0' },
      elicitations: { handle } as unknown as ElicitationHandler,
      modes: { form: true, url: false },
      roots: undefined,
      probeTimeoutMs: 1000,
      replies,
    });
    const log = new ConnectionLog(new InMemoryLog(), new SecretMask([]), new AnswerMask());
    await client.connect(new ObservedTransport(transport, log, replies), { prior: { kind: 'modern', discover } });
    await assert.rejects(listTools(client), { code: 'UNSUPPORTED_RESULT_TYPE' });
    assert.equal(handledElicitations, 0);
  });
});
