import assert from 'node:assert/strict';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { Lending } from '#core/agents/lending/lending.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { definitionOf } from '#test/host/samples.ts';
import { watchdog } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';

describe('the session of an agent with a lent server', () => {
  const definition = definitionOf('tickets');
  const grant = { scope: 'user', server: 'tickets', fingerprint: 'f' } as const;
  let sent: string[];

  const hello = {
    ...{ protocol: 2, kind: 'upstream' as const, client: 'codex', server: 'tickets', nonce: 'n', session: 's' },
    ...{ version: '1', fingerprint: '', commandLine: '', folder: homeFolder('/').root },
  };

  /** Lends a server that is never ready. */
  function createLending() {
    const find = async () => ({ outcome: 'granted', definition, grant }) as const;
    return new Lending({
      grants: { find, findIfRead: find },
      definitions: () => [definition],
      resolve: () => new Promise(() => undefined),
      logFor: () => new InMemoryLog(),
      watchdog,
      memory: new InMemoryStateStore(),
    });
  }

  function begin() {
    sent = [];
    return createLending().accept(hello, { send: (text) => sent.push(text) > 0 });
  }

  it('holds a bounded number of requests', async () => {
    const session = begin();
    for (let id = 0; id <= 10_000; id += 1) {
      session.onLine(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
    }
    await until(() => sent.length > 0);
    assert.deepEqual(
      sent.map((text) => JSON.parse(text)),
      [
        {
          jsonrpc: '2.0',
          id: 10_000,
          error: { code: -31004, message: 'Too many requests for "tickets" wait already.' },
        },
      ],
    );
    session.onClose();
  });

  it('holds 64 Mi characters of requests', async () => {
    const session = begin();
    const text = 'x'.repeat(24 * 1024 * 1024);
    for (const id of [1, 2, 3]) {
      session.onLine(`{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"a":"${text}"}}`);
    }
    await until(() => sent.length > 0);
    assert.deepEqual(
      sent.map((reply) => JSON.parse(reply).id),
      [3],
    );
    session.onLine('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    session.onLine(`{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"a":"${text}"}}`);
    session.onLine(`{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"a":"${text}"}}`);
    assert.deepEqual(
      sent.map((reply) => JSON.parse(reply).id),
      [3, 5],
    );
    session.onClose();
  });

  it('has a connection only if the agent has fewer than 64', async () => {
    const lending = createLending();
    const replies: string[] = [];
    const sessions = Array.from({ length: 65 }, () =>
      lending.accept(hello, { send: (text) => replies.push(text) > 0 }),
    );
    for (const session of sessions) {
      session.onLine('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    }
    await until(() => replies.length > 0);
    assert.equal(replies.length, 1);
    assert.match(replies[0] ?? '', /Codex has too many connections to servers of VS Code, so none to/);
    for (const session of sessions) {
      session.onClose();
    }
  });

  it('reads a bounded number of messages of a batch', async () => {
    const session = begin();
    const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    for (let batch = 0; batch <= 20; batch += 1) {
      session.onLine(JSON.stringify(Array.from({ length: 501 }, (_, at) => request(batch * 501 + at))));
    }
    await until(() => sent.length > 0);
    // 20 batches of 500 fill the session; the last messages of each were not read.
    assert.equal(sent.length, 500);
    session.onClose();
  });

  it('does not read messages of very many values, and says so of requests', async () => {
    const session = begin();
    const values = `[${'{},'.repeat(500_000)}1]`;
    const modern = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
    for (const line of [
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":${values}}}`,
      `{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"x":${values}}}`,
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"x":${values},${modern}}}`,
      `{"jsonrpc":"2.0","method":"notifications/x","params":{"x":${values}}}`,
      `{"jsonrpc":"2.0","id":3,"result":{"x":${values}}}`,
    ]) {
      session.onLine(line);
    }
    const message = 'A message to or from "tickets" has more than 500,000 values.';
    const result = { content: [{ type: 'text', text: message }], isError: true };
    assert.deepEqual(
      sent.map((text) => JSON.parse(text)),
      [
        { jsonrpc: '2.0', id: 1, error: { code: -31004, message } },
        { jsonrpc: '2.0', id: '1', result },
        { jsonrpc: '2.0', id: 2, result: { resultType: 'complete', ...result } },
      ],
    );
    session.onClose();
  });
});
