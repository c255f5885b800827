import assert from 'node:assert/strict';
import { keepSubscribed } from '#core/connection/subscription.ts';
import { defaultTimeLimits } from '#core/model/timeLimits.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const complete = { resultType: 'complete', cacheScope: 'private' };
const told = { listChanged: true };

interface Manner {
  /** The acknowledged filter; `undefined` refuses the subscription. */
  readonly honoured: object | undefined;
  readonly ttlMs?: number;
}

/** A server of 2026-07-28 that declares `listChanged` for its tools and prompts. */
function modern({ honoured, ttlMs }: Manner): Script {
  const hints = { ...complete, ...(ttlMs !== undefined && { ttlMs }) };
  return ({ id, method }, _ask, send) => {
    switch (method) {
      case 'server/discover':
        return {
          ...complete,
          ttlMs: 0,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: told, prompts: told },
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

describe('a subscription to changed lists', () => {
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
  async function started(manner: Manner) {
    scripted = new ScriptedServer(modern(manner));
    const server = host.server(await scripted.listen());
    await server.start();
    const answer = manner.honoured ? 'subscriptions/acknowledged' : 'No news of changed lists';
    await until(() => host.log.text.includes(answer));
    return server;
  }

  it('has a list that the acknowledged filter leaves out listed anew on demand, and says so', async () => {
    const server = await started({ honoured: { toolsListChanged: true } });
    await server.refresh('prompts');
    assert.equal(scripted.count('prompts/list'), 2);
    assert.match(host.log.text, /does not announce changed prompts/);
  });

  it('leaves a list alone whose changes are told', async () => {
    const server = await started({ honoured: { toolsListChanged: true, promptsListChanged: true } });
    await server.refresh('prompts');
    assert.equal(scripted.count('prompts/list'), 1);
  });

  it('takes only what it has asked for and the answer affirms', async () => {
    const server = await started({ honoured: { toolsListChanged: false, resourcesListChanged: true } });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('that is refused has all lists listed anew on demand', async () => {
    const server = await started({ honoured: undefined });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('that ends has its lists listed anew on demand until it is there again', async () => {
    const ended = { resultType: 'complete' };
    const script = modern({ honoured: { toolsListChanged: true } });
    scripted = new ScriptedServer((message, ask, send) =>
      script(message, ask, send) === silence ? ended : script(message, ask, () => undefined),
    );
    const server = host.server(await scripted.listen());
    await server.start();
    await until(() => host.log.text.includes('subscriptions/acknowledged'));
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('does not make a list last beyond its time to live', async () => {
    const honoured = { toolsListChanged: true, promptsListChanged: true };
    const server = await started({ honoured, ttlMs: 0 });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
  });

  it('does not have a list listed anew within its time to live, told or not', async () => {
    const server = await started({ honoured: {}, ttlMs: 60_000 });
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 1);
  });

  it('is not asked for again where an HTTP status says, in its body, that there are none', async () => {
    let asked = 0;
    const lines: string[] = [];
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'listen:0',
      error: { code: -32601, message: 'Method not found' },
    });
    const client = {
      listen: async () => {
        asked += 1;
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
    assert.equal(asked, 1);
    assert.deepEqual(lines, ['No news of changed lists: Method not found']);
  });
});
