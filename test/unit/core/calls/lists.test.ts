import assert from 'node:assert/strict';
import { type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const complete = { resultType: 'complete', cacheScope: 'private', ttlMs: 300_000 };

/** A server of 2026-07-28. Calls `onSubscription` with a function that sends `tools/list_changed`. */
function modern(tools: () => object[], onSubscription: (sendChange: () => void) => void): Script {
  return ({ id, method }, _ask, send) => {
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    switch (method) {
      case 'server/discover':
        return { ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } } };
      case 'tools/list':
        return { ...complete, tools: tools() };
      case 'subscriptions/listen':
        send({
          method: 'notifications/subscriptions/acknowledged',
          params: { _meta, notifications: { toolsListChanged: true } },
        });
        onSubscription(() => send({ method: 'notifications/tools/list_changed', params: { _meta } }));
        return silence;
      default:
        return undefined;
    }
  };
}

describe('a list after list_changed', () => {
  let host: TestHost;
  let scripted: ScriptedServer;
  let change: (() => void) | undefined;
  /** The name of the only tool. `undefined`: `tools/list` fails. */
  let toolName: string | undefined;

  beforeEach(() => {
    host = createTestHost();
    toolName = 'first';
    change = undefined;
    const tools = () => {
      if (toolName === undefined) {
        throw { code: -32603, message: 'Not now' };
      }
      return [{ name: toolName, inputSchema: { type: 'object' } }];
    };
    scripted = new ScriptedServer(
      modern(tools, (sendChange) => {
        change = sendChange;
      }),
    );
  });
  afterEach(async () => {
    await host.end();
    scripted.close();
  });

  async function startServer() {
    const server = host.server(await scripted.listen());
    await server.start();
    await until(() => change !== undefined);
    return { server, tools: () => server.offerings.tools.map((one) => one.name) };
  }

  it('is requested at once by `refresh`, although the automatic listing pauses', async () => {
    const { server, tools } = await startServer();
    toolName = 'second';
    change?.();
    await until(() => tools()[0] === 'second');
    toolName = 'third';
    change?.();
    await until(() => host.log.text.split('tools/list_changed').length > 2);
    await server.refresh('tools');
    assert.deepEqual(tools(), ['third']);
  });

  it('is requested by `refresh` after the automatic listing failed, and only then', async () => {
    const { server, tools } = await startServer();
    toolName = undefined;
    change?.();
    await until(() => host.log.text.includes('could not be listed'));
    toolName = 'second';
    await server.refresh('tools');
    assert.deepEqual(tools(), ['second']);
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 3);
  });
});

describe('an input_required result in response to a list request', () => {
  it('is rejected, and no elicitation is shown', async () => {
    const host = createTestHost();
    const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
    const inputRequests = { who: { method: 'elicitation/create', params: form } };
    const script = modern(
      () => [],
      () => undefined,
    );
    const scripted = new ScriptedServer((message, ask, ...rest) =>
      message.method === 'tools/list' ? { resultType: 'input_required', inputRequests } : script(message, ask, ...rest),
    );
    let requestCount = 0;
    host.inbox.onDidArrive(({ id }) => {
      requestCount += 1;
      host.inbox.decide(id, { action: 'decline' });
    });
    try {
      await host.server(await scripted.listen()).start();
      assert.equal(requestCount, 0);
      assert.equal(scripted.count('tools/list'), 1);
      assert.match(host.log.text, /The tools could not be listed: .* does not follow the protocol/);
    } finally {
      await host.end();
      scripted.close();
    }
  });
});
