import assert from 'node:assert/strict';
import { FaultyServer } from '#test/host/faultyServer.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;

describe('a modern server over HTTP', () => {
  let host: TestHost;
  let faulty: FaultyServer;
  beforeEach(async () => {
    host = createTestHost();
    faulty = await FaultyServer.start(host, 'modern');
  });
  afterEach(() => host.end());

  for (const name of ['cut', 'cutJson']) {
    it(`whose response is cut (${name}): the call ends with a clear error and is not sent again`, async () => {
      await assert.rejects(faulty.server.call(tool(name), byUser), {
        name: 'CallFailed',
        summary: 'The connection was lost before the server answered.',
        remedy: /may have done it anyway/,
      });
      const { ran, seen } = await faulty.state();
      assert.equal(ran, 1);
      assert.ok(!seen.includes('GET'), 'the modern era does not resume streams');
      assert.equal(faulty.server.state.kind, 'running');
    });
  }

  it('whose response to one call is cut: the request of another call stays', async () => {
    const asking = faulty.server.call(tool('book'), byUser);
    await host.oldestRequest();
    await assert.rejects(faulty.server.call(tool('cut'), byUser), { name: 'CallFailed' });
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    assert.match(textOf(await asking), /Ann/);
  });

  it('returns a result with unknown content: the caller gets it unchanged', async () => {
    const result = await faulty.server.call(tool('odd'), byUser);
    assert.deepEqual(result, { resultType: 'complete', content: [{ type: 'hologram', depth: 3 }], mine: 'kept' });
  });

  it('responds with a JSON-RPC error and an HTTP status: the call fails with the message of the error', async () => {
    const failure = { name: 'CallFailed', summary: /There is no such method/, detail: 'JSON-RPC error -32601' };
    await assert.rejects(faulty.server.call(tool('missing'), byUser), failure);
    assert.equal(faulty.server.state.kind, 'running');
  });

  it('that sends an endless event: the call fails at the limit of a message', async () => {
    await assert.rejects(faulty.server.call(tool('flood'), byUser), {
      name: 'CallFailed',
      summary: 'The server sent a message of more than 16,777,216 characters.',
    });
    assert.match(host.log.text, /more than 16,777,216 characters/);
    await faulty.server.call(tool('plain'), byUser).catch(() => undefined);
    assert.equal(faulty.server.state.kind, 'running');
  });

  it('receives the arguments that a tool mirrors in headers', async () => {
    const result = await faulty.server.call(tool('region', { place: { city: 'Oslo' } }), byUser);
    assert.equal(textOf(result), '"right"');
  });

  it('that has changed the headers of a tool: the tools are listed and the call is sent again', async () => {
    await faulty.server.start();
    await faulty.control('rename');
    const result = await faulty.server.call(tool('region', { place: { city: 'Oslo' } }), byUser);
    assert.equal(textOf(result), '"right"');
    assert.equal(await faulty.count('tools/call'), 2);
    assert.equal(await faulty.count('tools/list'), 2);
  });

  it('whose tools could not be listed: they are listed, and a refused call is sent again with the headers', async () => {
    await faulty.control('failList');
    await faulty.server.start();
    assert.deepEqual(faulty.server.offerings.tools, []);
    const result = await faulty.server.call(tool('region', { place: { city: 'Oslo' } }), byUser);
    assert.equal(textOf(result), '"right"');
    assert.equal(await faulty.count('tools/call'), 2);
    assert.equal(await faulty.count('tools/list'), 2);
  });

  it('lists a tool with invalid header annotations: the tool is omitted and the log has the reason', async () => {
    await faulty.server.start();
    const names = faulty.server.offerings.tools.map(({ name }) => name);
    assert.ok(names.includes('region') && !names.includes('wrong'));
    assert.match(host.log.text, /The tool wrong was left out: x-mcp-header is where no property/);
  });

  for (const command of ['cutListen', 'endListen']) {
    it(`gets a new subscription after ${command}, and its lists are requested again`, async () => {
      await faulty.server.start();
      await until(async () => (await faulty.count('subscriptions/listen')) === 1);
      await faulty.control('change');
      await faulty.control(command);
      await until(() => faulty.server.offerings.tools.some(({ name }) => name === 'added0'));
      await faulty.control('change');
      await faulty.control(command);
      await until(() => faulty.server.offerings.tools.some(({ name }) => name === 'added1'));
    });
  }
});
