import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Ask } from '#agentProtocol/agentMessages.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { lineEnd, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

const messageCount = 1000;

const meta = 'io.modelcontextprotocol';
/** The capabilities leave it to the agent what it declares, because they have other things that a server may ask for. */
const modernMeta = fc
  .tuple(valueText, valueText)
  .map(
    ([info, value]) =>
      `{"${meta}/protocolVersion":"2026-07-28","${meta}/clientInfo":${info},"${meta}/clientCapabilities":{"sampling":{},"x":${value}}}`,
  );
const mixedRound = '{"a":{"method":"elicitation/create","params":{}},"b":{"method":"roots/list"}}';

const modernLines = [
  fc
    .tuple(
      valueText,
      modernMeta,
      fc.constantFrom('server/discover', 'tools/call', 'prompts/get', 'subscriptions/listen'),
    )
    .map(([id, about, method]) => `{"id":${id},"method":"${method}","params":{"name":"n","_meta":${about}}}`),
  fc
    .tuple(valueText, valueText, valueText)
    .map(
      ([id, info, value]) =>
        `{"id":${id},"result":{"resultType":"complete","_meta":{"${meta}/serverInfo":${info}},"structuredContent":${value}}}`,
    ),
  fc
    .tuple(valueText, valueText)
    .map(
      ([id, state]) =>
        `{"id":${id},"result":{"requestState":${state},"resultType":"input_required","inputRequests":${mixedRound}}}`,
    ),
  fc
    .tuple(valueText, valueText)
    .map(
      ([id, value]) =>
        `{"method":"notifications/resources/updated","params":{"uri":${value},"_meta":{"${meta}/subscriptionId":${id}}}}`,
    ),
];

/** Lines of both eras that ask nothing, with everything that a JSON text may contain, and lines that are no messages. */
function generatedLines(seed: number): Buffer {
  const line = fc.oneof(
    fc
      .tuple(valueText, valueText)
      .map(([id, value]) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[${value}],"_meta":${value}}}`),
    fc
      .tuple(valueText, valueText)
      .map(([value, meta]) => `{"method":"notifications/x","params":{"_meta":${meta},"a":${value}}}`),
    fc
      .tuple(valueText, valueText, fc.constantFrom('ping', 'tools/call', 'sampling/createMessage', 'resources/read'))
      .map(([id, params, method]) => `{"params":${params},"id":${id},"method":"${method}"}`),
    ...modernLines,
    valueText,
    fc.constantFrom('', '[{"id":1,"method":"ping"},{}]', 'Listening', '{"id":1'),
  );
  const lines = fc.sample(fc.tuple(line, lineEnd), { numRuns: messageCount, seed });
  return Buffer.from(lines.map(([text, end]) => `${text}${end}`).join(''));
}

describe('bytes between an agent and a server', () => {
  let home: AgentHome;
  before(async () => {
    home = await AgentHome.create();
  });
  after(() => home.remove());

  /** What the server received and what the agent received. */
  async function exchange(fromAgent: Buffer, fromServer: Buffer) {
    const [received, toSend] = [join(home.path, 'received'), join(home.path, 'toSend')];
    await writeFile(toSend, fromServer);
    const env = { RECEIVED_FILE: received, TO_SEND: toSend };
    const proxy = await ProxyProcess.start([process.execPath, fromRoot('test/servers/proxied/byteRecorder.ts')], {
      home,
      env,
    });
    for (let start = 0, length = 1; start < fromAgent.length; start += length, length = (length * 5 + 7) % 70_000) {
      proxy.child.stdin.write(fromAgent.subarray(start, start + length));
    }
    // The end of the last line is the end of the stream.
    await until(() => proxy.outputLength > fromServer.lastIndexOf('\n'));
    await until(async () => (await stat(received)).size > fromAgent.lastIndexOf('\n'));
    proxy.child.stdin.end();
    await proxy.ended;
    return { server: await readFile(received), agent: proxy.output };
  }

  for (const withWindow of [false, true]) {
    it(`are the same at both ends, ${withWindow ? 'with' : 'without'} a window`, async () => {
      const window = withWindow ? await AgentWindow.open(home) : undefined;
      const seed = Date.now();
      const [fromAgent, fromServer] = [generatedLines(seed), generatedLines(seed + 1)];
      const { server, agent } = await exchange(fromAgent, fromServer);
      assert(server.equals(fromAgent), `seed ${seed}`);
      assert(agent.equals(fromServer), `seed ${seed}`);
      await window?.crash();
    });
  }

  it('are the same for a line of 64 MiB, for a longer one, and for a last line without an end', async () => {
    const fromServer = longLines('{"id":1,"result":{"text":"', '"}}\n');
    const { agent } = await exchange(Buffer.from('{"id":3}'), fromServer);
    assert(agent.equals(fromServer));
  });

  for (const withWindow of [false, true]) {
    it(`are the same for such lines from the agent, ${withWindow ? 'with' : 'without'} a window`, async () => {
      const window = withWindow ? await AgentWindow.open(home) : undefined;
      const fromAgent = longLines('{"method":"tools/call","id":1,"params":{"name":"n","arguments":{"text":"', '"}}}\n');
      const { server } = await exchange(fromAgent, Buffer.from('{"id":3}'));
      assert(server.equals(fromAgent));
      assert.equal(window?.hellos.length, withWindow ? 1 : undefined);
      await window?.crash();
    });
  }
  it('have those of the proxy behind a line that is too long to be read, not within it', async () => {
    const window = await AgentWindow.open(home);
    const [received, toSend] = [join(home.path, 'receivedLong'), join(home.path, 'toSendLong')];
    const params = { message: 'Which city?', requestedSchema: { type: 'object', properties: {} } };
    await writeFile(toSend, `${JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params })}\n`);
    const env = { RECEIVED_FILE: received, TO_SEND: toSend };
    const proxy = await ProxyProcess.start([process.execPath, fromRoot('test/servers/proxied/byteRecorder.ts')], {
      home,
      env,
    });
    await until(() => window.asks.length === 1);
    const line = Buffer.alloc(65 * 1024 * 1024, 'x');
    proxy.child.stdin.write(line);
    await until(async () => (await stat(received)).size === line.length);
    const ask = window.asks[0] as Ask;
    const decline = { kind: 'result', result: { action: 'decline' } } as const;
    window.answer(ask, decline);
    // An answer that is refused at once shows that the first one was read.
    window.answer({ ...ask, number: 99 }, decline);
    const outcomes = () => window.all('receipt').map(({ outcome }) => outcome);
    await until(() => outcomes().includes('refused'));
    assert.deepEqual(outcomes(), ['refused']);
    proxy.child.stdin.write('\n');
    await until(() => outcomes().includes('sent'));
    proxy.child.stdin.end();
    await proxy.ended;
    const bytes = await readFile(received);
    assert(bytes.subarray(0, line.length).equals(line));
    const rest = bytes.subarray(line.length).toString();
    assert.match(rest, /^\n\{.*\}\n$/);
    assert.deepEqual(JSON.parse(rest), { jsonrpc: '2.0', id: 'a', result: { action: 'decline' } });
    await window.crash();
  });
});

/** A message of exactly 64 MiB, a longer line, and one without an end. */
function longLines(start: string, end: string): Buffer {
  const whole = Buffer.alloc(64 * 1024 * 1024, 'x');
  whole.write(start);
  whole.write(end, whole.length - end.length);
  return Buffer.concat([whole, Buffer.alloc(70_000_000, 'y'), Buffer.from('\n{"id":2}')]);
}
