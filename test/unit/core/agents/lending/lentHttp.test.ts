import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LentMessage } from '#core/agents/lending/lentConnection.ts';
import { LentHttp } from '#core/agents/lending/lentHttp.ts';
import { readLentMessage } from '#core/agents/lending/lentRequests.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { until } from '#test/host/until.ts';

describe('a lent server at a URL, while another agent is asked to sign in', () => {
  it('receives answers and notifications', async () => {
    const posts: string[] = [];
    const http = createServer(async (request, response) => {
      for await (const part of request) {
        posts.push(String(part));
      }
      response.writeHead(202).end();
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    const secrets = new SecretMask([]);
    const authorization = {
      ...{ anyOpen: true, credential: async () => undefined, markAccepted: () => undefined },
      onDidChange: () => ({ dispose: () => undefined }),
    } as never;
    const connection = new LentHttp({
      ...{ name: 'tickets', spec: { type: 'http', url, headers: {}, secrets: [] } },
      toolHeaders: { of: () => ({}) },
      access: { authorization, secrets, checkEncryption: async () => undefined, release: () => undefined },
      log: new ConnectionLog(new InMemoryLog(), secrets, new AnswerMask()),
      listener: { onMessage: () => undefined, onFailed: () => undefined, onEnd: () => undefined },
    });
    const texts = [
      '{"jsonrpc":"2.0","id":"s-1","result":{"action":"accept"}}',
      '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}',
    ];
    try {
      for (const text of texts) {
        connection.send(readLentMessage(text) as LentMessage);
      }
      await until(() => posts.length === 2);
      assert.deepEqual(posts.toSorted(), texts);
    } finally {
      await connection.close();
      http.closeAllConnections();
      http.close();
    }
  });
});
