import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { lineEnd, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

const messageCount = 1000;

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
    const start = Buffer.from('{"id":1,"result":{"text":"');
    const whole = Buffer.alloc(64 * 1024 * 1024, 'x');
    start.copy(whole);
    whole.write('"}}\n', whole.length - 4);
    const text = Buffer.concat([whole, Buffer.alloc(70_000_000, 'y'), Buffer.from('\n{"id":2}')]);
    const { agent } = await exchange(Buffer.from('{"id":3}'), text);
    assert(agent.equals(text));
  });
});
