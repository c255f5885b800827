import assert from 'node:assert/strict';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { ScriptedServer } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('a tool call', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('starts the server, and returns the result unchanged', async () => {
    const result = await host.handmade().call(tool('odd'), { origin: 'program' });
    assert.deepEqual(result, {
      content: [{ type: 'hologram', depth: 3 }],
      isError: true,
      structuredContent: { a: 1 },
      mine: 'kept',
    });
  });

  it('to a tool that is not listed is refused before anything is sent', async () => {
    const server = host.handmade();
    await assert.rejects(server.call(tool('nonesuch'), { origin: 'program' }), { name: 'ToolNotFound' });
    assert.equal(
      host.receivedMessages.some(({ method }) => method === 'tools/call'),
      false,
    );
  });

  it("rejects with the message of the server's JSON-RPC error, quoted: it is no sentence of the host", async () => {
    const call = host.handmade().call(tool('refuse'), { origin: 'program' });
    await assert.rejects(call, {
      name: 'CallFailed',
      summary: 'The server answered with an error: “Out of cheese”',
      detail: 'JSON-RPC error -32099',
    });
  });

  const longNames = Array.from({ length: 50 }, (_, index) => `v${index}${'x'.repeat(1000)}`);
  for (const [code, data, detail] of [
    [
      -32021,
      {
        requiredCapabilities: {
          elicitation: { form: {}, url: {} },
          sampling: {},
          roots: { 'list\u202eChanged\n': true },
        },
      },
      /^JSON-RPC error -32021\nThe server requires of its client: elicitation\.form, elicitation\.url, sampling, roots\.listChanged$/,
    ],
    [
      -32022,
      { supported: ['2099-01-01', 'new\nest'], requested: '2026-07-28' },
      /^JSON-RPC error -32022\nThe server supports the protocol versions: 2099-01-01, new est$/,
    ],
    [
      -32021,
      { requiredCapabilities: Object.fromEntries(longNames.map((name) => [name, {}])) },
      /: v0x[^\n]{50,1000}, …$/,
    ],
    [-32022, { supported: longNames, requested: 'x' }, /: v0x[^\n]{50,1000}, …$/],
    [-32021, { requiredCapabilities: ['roots', 7] }, /^JSON-RPC error -32021$/],
    [-32022, { supported: { roots: {} } }, /^JSON-RPC error -32022$/],
    [-32099, { requiredCapabilities: { roots: {} }, supported: ['1999-01-01'] }, /^JSON-RPC error -32099$/],
  ] as const) {
    it(`rejects with the required capabilities or supported versions, if any, of error ${code} with data ${JSON.stringify(data).slice(0, 70)}`, async () => {
      const scripted = new ScriptedServer(({ method }) => {
        if (method === 'tools/call') {
          throw { code, message: 'Not with you', data };
        }
      });
      const call = host.server(await scripted.listen()).call(tool('only'), { origin: 'program' });
      await assert.rejects(call, {
        name: 'CallFailed',
        summary: 'The server answered with an error: “Not with you”',
        detail,
      });
      scripted.close();
    });
  }

  it('has the progress that the server reported, and is in the list only while it runs', async () => {
    const server = host.handmade();
    await server.start();
    const progressReports: unknown[] = [];
    server.onDidChange(() => progressReports.push(server.calls[0]?.progress));
    await server.call(tool('progress'), { origin: 'user' });
    assert.ok(
      progressReports.some((progress) => JSON.stringify(progress) === '{"progress":1,"total":2,"message":"half"}'),
    );
    assert.deepEqual(server.calls, []);
  });

  it('is cancelled by its signal, and sends notifications/cancelled', async () => {
    const server = host.handmade();
    await server.start();
    const abort = new AbortController();
    const call = server.call(tool('hang'), { origin: 'program', signal: abort.signal });
    await until(() => host.receivedMessages.some(({ method }) => method === 'tools/call'));
    abort.abort();
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => host.receivedMessages.some(({ method }) => method === 'notifications/cancelled'));
    assert.equal(server.state.kind, 'running');
  });

  it('replies cancel to its elicitation before it sends notifications/cancelled', async () => {
    const server = host.handmade();
    const call = server.call(tool('ask', { params: nameElicitation }), { origin: 'user' });
    const request = await host.oldestRequest();
    const settlement = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    server.cancelCall(request.call?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    assert.deepEqual(await settlement, {
      kind: 'withdrawn',
      withdrawal: { by: 'host', reason: 'The call was cancelled.' },
    });
    await until(() => host.receivedMessages.at(-1)?.method === 'notifications/cancelled');
    assert.deepEqual(host.receivedMessages.at(-2)?.result, { action: 'cancel' });
  });

  it('rejects at once with the exit code if the server crashes', async () => {
    const server = host.handmade();
    await assert.rejects(server.call(tool('crash', { code: 3 }), { origin: 'program' }), (error: Error) => {
      assert.equal(error.name, 'ServerCrashed');
      assert.match(error.message, /"mine" ended unexpectedly \(exit code 3\)\./);
      return true;
    });
  });

  it('restarts the server after a crash', async () => {
    const server = host.handmade();
    await assert.rejects(server.call(tool('crash', { code: 3 }), { origin: 'program' }));
    assert.match(textOf(await server.call(tool('pid'), { origin: 'program' })), /^\d+$/);
  });

  it('ignores lines on standard output that are not messages', async () => {
    const server = host.handmade();
    assert.equal(textOf(await server.call(tool('noise'), { origin: 'program' })), 'still here');
    assert.match(host.log.text, /warn Standard output is for protocol messages only; ignored: Listening on port 3000/);
  });

  it('survives a flood on standard error', async () => {
    const server = host.handmade();
    assert.equal(textOf(await server.call(tool('flood'), { origin: 'program' })), 'flooded');
    const maxLineLength = Math.max(...host.log.lines.map(({ line }) => line.length));
    assert.ok(maxLineLength <= 10_100, `a line of ${maxLineLength}`);
  });
});
