import assert from 'node:assert/strict';
import { keepSubscribed } from '#core/connection/subscription.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const complete = { resultType: 'complete', cacheScope: 'private' };
const withChanges = { listChanged: true };

interface ModernServerOptions {
  /** The acknowledged filter. `undefined`: the server refuses the subscription. */
  readonly honoured: object | undefined;
  readonly ttlMs?: number;
}

/** A server of 2026-07-28 that declares `listChanged` for its tools and prompts. */
function modern({ honoured, ttlMs }: ModernServerOptions): Script {
  const hints = { ...complete, ...(ttlMs !== undefined && { ttlMs }) };
  return ({ id, method }, _ask, send) => {
    switch (method) {
      case 'server/discover':
        return {
          ...complete,
          ttlMs: 0,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: withChanges, prompts: withChanges },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'scripted', version: '1' } },
        };
      case 'tools/list':
        return { ...hints, tools: [] };
      case 'prompts/list':
        return { ...hints, prompts: [] };
      case 'subscriptions/listen':
        if (honoured) {
          const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications: honoured };
          send({ method: 'notifications/subscriptions/acknowledged', params });
          return silence;
        }
        throw { code: -32601, message: 'Method not found' };
      default:
        return undefined;
    }
  };
}

describe('a subscription to list changes', () => {
  let host: TestHost;
  let scripted: ScriptedServer;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    await host.end();
    scripted.close();
  });

  /** A started server whose subscription was acknowledged or refused. */
  async function startServer(options: ModernServerOptions) {
    scripted = new ScriptedServer(modern(options));
    const server = host.server(await scripted.listen());
    await server.start();
    const answer = options.honoured ? 'subscriptions/acknowledged' : 'The subscription to changed lists failed';
    await until(() => host.log.text.includes(answer));
    return server;
  }

  it('that does not include a list: the list is requested again at each refresh, and the log has the reason', async () => {
    const server = await startServer({ honoured: { toolsListChanged: true } });
    await server.refresh('prompts');
    assert.equal(scripted.count('prompts/list'), 2);
    assert.match(host.log.text, /does not announce changed prompts/);
  });

  it('that includes a list: the list is not requested again at a refresh', async () => {
    const server = await startServer({ honoured: { toolsListChanged: true, promptsListChanged: true } });
    await server.refresh('prompts');
    assert.equal(scripted.count('prompts/list'), 1);
  });

  it('includes only lists that were requested and acknowledged as true', async () => {
    const server = await startServer({ honoured: { toolsListChanged: false, resourcesListChanged: true } });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('that is refused: all lists are requested again at each refresh', async () => {
    const server = await startServer({ honoured: undefined });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('that has ended: its lists are requested again at each refresh', async () => {
    const ended = { resultType: 'complete' };
    const script = modern({ honoured: { toolsListChanged: true } });
    scripted = new ScriptedServer((message, ask, send, response) =>
      script(message, ask, send, response) === silence ? ended : script(message, ask, () => undefined, response),
    );
    const server = host.server(await scripted.listen());
    await server.start();
    await until(() => host.log.text.includes('subscriptions/acknowledged'));
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('does not extend the time to live of a list', async () => {
    const honoured = { toolsListChanged: true, promptsListChanged: true };
    const server = await startServer({ honoured, ttlMs: 0 });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('is not needed within the time to live of a list: a refresh does not request it', async () => {
    const server = await startServer({ honoured: {}, ttlMs: 60_000 });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 1);
  });

  it('is not requested again if the body of an HTTP error has the code of an unknown method', async () => {
    let listenCount = 0;
    const lines: string[] = [];
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'listen:0',
      error: { code: -32601, message: 'Method not found' },
    });
    const client = {
      listen: async () => {
        listenCount += 1;
        throw new SendFailure({ outcome: 'refused', message: '404 Not Found', status: 404, body });
      },
    };
    const limits = { listMs: 1000, pauses: { ...defaultTimeLimits.pauses, firstMs: 1, idleMs: 1 } };
    await keepSubscribed(
      { client, log: { warn: (line) => lines.push(line) }, limits },
      {
        filter: { toolsListChanged: true },
        onAcknowledged: () => undefined,
        onStreamEnd: () => undefined,
        onResubscribed: () => undefined,
        signal: AbortSignal.timeout(500),
      },
    );
    assert.equal(listenCount, 1);
    assert.deepEqual(lines, ['The subscription to changed lists failed: Method not found']);
  });
});
