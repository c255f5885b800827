import assert from 'node:assert/strict';
import { FaultyServer } from '#test/host/faultyServer.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;

describe('a modern server over HTTP', () => {
  let host: TestHost;
  let faulty: FaultyServer;
  beforeEach(async () => {
    host = createTestHost();
    faulty = await FaultyServer.start(host, 'modern');
  });
  afterEach(() => host.end());

  for (const name of ['cut', 'cutJson']) {
    it(`whose response is cut (${name}) has the call end in a clear error, and not sent again`, async () => {
      await assert.rejects(faulty.server.call(tool(name), byPerson), {
        name: 'CallFailed',
        summary: 'The connection was lost before the server answered.',
        remedy: /may have done it all the same/,
      });
      const { ran, seen } = await faulty.state();
      assert.equal(ran, 1);
      assert.ok(!seen.includes('GET'), 'this era resumes nothing');
      assert.equal(faulty.server.state.kind, 'running');
    });
  }

  it('has a prompt of one call stay when the response of another is cut', async () => {
    const asking = faulty.server.call(tool('book'), byPerson);
    await host.oldestRequest();
    await assert.rejects(faulty.server.call(tool('cut'), byPerson), { name: 'CallFailed' });
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    assert.match(textOf(await asking), /Ann/);
  });

  it('has its results handed on as they were received', async () => {
    const result = await faulty.server.call(tool('odd'), byPerson);
    assert.deepEqual(result, { resultType: 'complete', content: [{ type: 'hologram', depth: 3 }], mine: 'kept' });
  });

  it('has its own words told, though they come with an HTTP status', async () => {
    const failure = { name: 'CallFailed', summary: /There is no such method/, detail: 'JSON-RPC error -32601' };
    await assert.rejects(faulty.server.call(tool('missing'), byPerson), failure);
    assert.equal(faulty.server.state.kind, 'running');
  });

  it('that sends one event without end is not read without end', async () => {
    await assert.rejects(faulty.server.call(tool('flood'), byPerson), {
      name: 'CallFailed',
      summary: 'The server sent a message of more than 16,777,216 characters.',
    });
    assert.match(host.log.text, /more than 16,777,216 characters/);
    await faulty.server.call(tool('plain'), byPerson).catch(() => undefined);
    assert.equal(faulty.server.state.kind, 'running');
  });

  it('gets the arguments that it wants in headers', async () => {
    const result = await faulty.server.call(tool('region', { place: { city: 'Oslo' } }), byPerson);
    assert.equal(textOf(result), '"right"');
  });

  it('that wants them in other headers now is asked for its tools, and called again', async () => {
    await faulty.server.start();
    await faulty.control('rename');
    const result = await faulty.server.call(tool('region', { place: { city: 'Oslo' } }), byPerson);
    assert.equal(textOf(result), '"right"');
    assert.equal(await faulty.count('tools/call'), 2);
    assert.equal(await faulty.count('tools/list'), 2);
  });

  it('whose tools could not be listed is asked for them when it wants headers, and called again', async () => {
    await faulty.control('failList');
    await faulty.server.start();
    assert.deepEqual(faulty.server.offerings.tools, []);
    const result = await faulty.server.call(tool('region', { place: { city: 'Oslo' } }), byPerson);
    assert.equal(textOf(result), '"right"');
    assert.equal(await faulty.count('tools/call'), 2);
    assert.equal(await faulty.count('tools/list'), 2);
  });

  it('has a tool whose header annotations are invalid left out, and said so', async () => {
    await faulty.server.start();
    const names = faulty.server.offerings.tools.map(({ name }) => name);
    assert.ok(names.includes('region') && !names.includes('wrong'));
    assert.match(host.log.text, /The tool wrong was left out: x-mcp-header is where no property/);
  });

  for (const word of ['cutListen', 'endListen']) {
    it(`is listened to again after ${word}, and its lists are listed anew`, async () => {
      await faulty.server.start();
      await until(async () => (await faulty.count('subscriptions/listen')) === 1);
      await faulty.control('change');
      await faulty.control(word);
      await until(() => faulty.server.offerings.tools.some(({ name }) => name === 'added0'));
      await faulty.control('change');
      await faulty.control(word);
      await until(() => faulty.server.offerings.tools.some(({ name }) => name === 'added1'));
    });
  }
});
