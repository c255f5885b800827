import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { systemClock } from '#core/common/clock.ts';
import { EraMemory } from '#core/connection/eraMemory.ts';
import { Server } from '#core/servers/server.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { handmade, modernOneRound, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { settled, until } from '#test/host/until.ts';

describe('the start of a server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    restoreTimers();
    await host.end();
  });

  it('lists the offerings page by page, and stops at a repeated cursor', async () => {
    const server = host.handmade();
    await server.start();
    assert.deepEqual(server.state, {
      kind: 'running',
      serverInfo: {
        name: 'Hand\u202emade',
        version: '1.0.0',
        protocolVersion: '2025-11-25',
        era: 'legacy',
        declares: { logging: false, completions: false },
        instructions: undefined,
      },
    });
    const names = server.offerings.tools.map(({ name }) => name);
    assert.ok(names.includes('ask') && names.includes('say'));
    assert.equal(new Set(names).size, names.length);
  });

  it('is followed by another list after list_changed', async () => {
    const server = host.handmade();
    await server.call(tool('addTool'), { origin: 'program' });
    await until(() => server.offerings.tools.some(({ name }) => name === 'added'));
  });

  it('ends after one complete list; while the server keeps sending list_changed, further lists follow with growing pauses', async () => {
    fakeTimers();
    const server = host.handmade('--change-always');
    await server.start();
    const listRequests = () => host.receivedMessages.filter(({ method }) => method === 'tools/list');
    const listCount = () => listRequests().filter(({ params }) => params?.['cursor'] === undefined).length;
    const callSay = () => server.call(tool('say', { words: 'hello' }), { origin: 'program' });
    /** Resolves when a list is complete: the server handles messages in order, and requests no page during two calls. */
    const listEnded = () =>
      settled(async () => {
        const before = listRequests().length;
        await callSay();
        await callSay();
        return listRequests().length === before;
      });
    assert.equal(textOf(await callSay()), 'hello');
    for (const [count, pauseMs] of [
      [2, 1000],
      [3, 2000],
    ] as const) {
      await listEnded();
      mock.timers.tick(pauseMs - 1);
      await listEnded();
      assert.equal(listCount(), count);
      mock.timers.tick(1);
    }
    await settled(() => listCount() === 4);
  });

  it('cancels the prompts to the user if the server is stopped meanwhile', async () => {
    let promptSignal: AbortSignal | undefined;
    const resolve = (_definition: unknown, signal?: AbortSignal) => {
      promptSignal = signal;
      return new Promise<never>(() => undefined);
    };
    const server = new Server(definitionOf('mine'), { ...host.services, log: host.log, resolve });
    const start = assert.rejects(server.start(), { name: 'ServerStopped' });
    await until(() => promptSignal !== undefined);
    await server.stop();
    assert.equal(promptSignal?.aborted, true);
    await start;
  });

  it('happens once for simultaneous starts and calls', async () => {
    const server = host.handmade();
    await Promise.all([server.start(), server.start(), server.call(tool('pid'), { origin: 'program' })]);
    assert.equal(host.receivedMessages.filter(({ method }) => method === 'initialize').length, 1);
  });

  it('sends initialize at once if the server is remembered as legacy', async () => {
    const server = host.handmade();
    await server.start();
    await server.restart();
    assert.deepEqual(
      host.receivedMessages
        .map(({ method }) => method)
        .filter((method) => method === 'server/discover' || method === 'initialize'),
      ['server/discover', 'initialize', 'initialize'],
    );
  });

  it('succeeds for a server that exits at server/discover', async () => {
    const server = host.handmade('--leave-on-discover');
    await server.start();
    assert.equal(server.state.kind, 'running');
  });

  it('fails with a remedy if the command does not exist', async () => {
    const server = host.server({ ...nodeSpec(''), command: 'no-such-command' });
    await assert.rejects(server.start(), {
      name: 'ServerFailedToStart',
      summary: '"mine" could not be started: the command no-such-command was not found.',
      remedy: 'Check that `no-such-command` is installed and on PATH.',
    });
    assert.equal(server.state.kind, 'failed');
  });

  it('fails with the path of the folder if the folder does not exist', async () => {
    const server = host.server({ ...nodeSpec(handmade), cwd: '/no/such/folder' });
    await assert.rejects(server.start(), { summary: 'The folder /no/such/folder does not exist.' });
  });

  it('fails with the exit code and the last output of a server that exits at once', async () => {
    await assert.rejects(host.handmade('--exit=3').start(), {
      name: 'ServerFailedToStart',
      summary: '"mine" ended before it was ready (exit code 3).',
      detail: 'cannot go on',
    });
  });

  it('is followed by a failure with the last twenty lines of standard error if the server crashes', async () => {
    const server = host.handmade();
    await assert.rejects(server.call(tool('crash', { code: 1 }), { origin: 'program' }));
    assert.ok(server.state.kind === 'failed');
    assert.equal(server.state.failure.detail?.split('\n').length, 20);
    assert.match(server.state.failure.detail ?? '', /line 25$/);
  });

  it('is aborted by stop, also while the entry is being resolved', async () => {
    const definition = definitionOf('mine');
    const servers = host.servers(() => nodeSpec(handmade));
    servers.configure([definition]);
    const server = servers.get(definition.id);
    assert.ok(server);
    const starting = server.start();
    await Promise.all([assert.rejects(starting, { name: 'ServerStopped' }), server.stop()]);
    assert.equal(server.state.kind, 'stopped');
  });

  it('that was aborted does not change the remembered era', async () => {
    const server = host.server(nodeSpec(modernOneRound));
    await server.start();
    await server.stop();
    const starting = server.start();
    await until(() => host.log.text.match(/--> .*server\/discover/g)?.length === 2);
    await Promise.all([assert.rejects(starting, { name: 'ServerStopped' }), server.stop()]);
    assert.equal(new EraMemory(host.memory, systemClock, server.definition).isModern(), true);
  });

  it('waits for the stop before it: only one process runs at a time', async () => {
    const server = host.handmade();
    await server.start();
    await Promise.all([server.stop(), server.start()]);
    assert.equal(server.state.kind, 'running');
  });

  it('is refused if the entry is disabled', async () => {
    const server = host.server(nodeSpec(handmade), definitionOf('mine', { enabled: false }));
    await assert.rejects(server.start(), { name: 'ServerDisabled' });
  });
});

describe('the start of an HTTP server', () => {
  let host: TestHost;
  let http: HttpServer | undefined;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    http?.close();
    http = undefined;
    await host.end();
  });

  async function listenWithStatus(status: number): Promise<string> {
    const server = createServer((_request, response) => response.writeHead(status).end('no'));
    http = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  for (const [status, remedy] of [
    [401, /credentials/],
    [404, /Check the URL/],
    [500, /try again later/],
  ] as const) {
    it(`fails with a remedy for status ${status}`, async () => {
      const url = await listenWithStatus(status);
      const server = host.server({ type: 'http', url, headers: {}, secrets: [] });
      await assert.rejects(server.start(), (error: Error & { summary?: string; remedy?: string }) => {
        assert.equal(error.name, 'ServerUnreachable');
        assert.match(error.summary ?? '', new RegExp(`answered with HTTP status ${status}`));
        assert.match(error.remedy ?? '', remedy);
        return true;
      });
    });
  }

  for (const type of ['http', 'sse'] as const) {
    it(`fails with the reason if nothing listens at the URL (${type})`, async () => {
      const server = host.server({ type, url: 'http://127.0.0.1:9/mcp', headers: {}, secrets: [] });
      await assert.rejects(server.start(), { name: 'ServerUnreachable', message: /could not be reached/ });
    });
  }

  it('is refused if the URL is invalid', async () => {
    const server = host.server({ type: 'http', url: 'not a url', headers: {}, secrets: [] });
    await assert.rejects(server.start(), { name: 'EntryInvalid' });
  });
});
