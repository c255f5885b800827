import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { acceptWith, DemoClient, legacyDemo, resultText } from './demoClient.ts';

describe('demo: a tool that elicits', () => {
  it('returns an error that names the missing capability to a client without elicitation', async () => {
    const client = await DemoClient.start({});
    try {
      const result = await client.call('delete_files', {}, []);
      assert.equal(result.isError, true);
      assert.match(resultText(result), /cannot show forms .* Nothing was done\.$/);
    } finally {
      await client.close();
    }
  });

  it('returns an error that names the missing capability to a client with URL mode only', async () => {
    const conversation = await DemoClient.start({ elicitation: { url: {} } });
    try {
      const result = await conversation.call('book_table', {}, []);
      assert.equal(result.isError, true);
      assert.match(resultText(result), /cannot show forms/);
    } finally {
      await conversation.close();
    }
  });

  it('returns an error with the reason why the client refused the request', async () => {
    const conversation = await DemoClient.start();
    try {
      const result = await conversation.call('enrol_patient', {}, [new Error('too many questions')]);
      assert.equal(result.isError, true);
      assert.match(
        resultText(result),
        /^The question could not be put to you \(.*too many questions.*\)\. Nothing was done\.$/,
      );
    } finally {
      await conversation.close();
    }
  });

  it('repeats a request without the answer as a default if that is no whole number', async () => {
    const conversation = await DemoClient.start();
    try {
      await conversation.call('enrol_patient', {}, [acceptWith({ age: 40.5 }), { action: 'cancel' }]);
      const [, repeated] = conversation.requests;
      assert.equal(repeated?.requestedSchema.properties['age']?.type, 'integer');
      assert.equal(repeated.requestedSchema.properties['age']?.['default'], undefined);
    } finally {
      await conversation.close();
    }
  });

  it('cancels its request if the call is cancelled', async () => {
    const conversation = await DemoClient.start();
    try {
      const call = new AbortController();
      const withdrawn = new Promise<void>((resolve) => {
        conversation.client.setRequestHandler('elicitation/create', async (_, { mcpReq }) => {
          const aborted = once(mcpReq.signal, 'abort');
          call.abort();
          await aborted;
          resolve();
          return { action: 'cancel' };
        });
      });
      const result = conversation.client.callTool({ name: 'delete_files', arguments: {} }, { signal: call.signal });
      await assert.rejects(result);
      await withdrawn;
    } finally {
      await conversation.close();
    }
  });

  it('ends with its process if the client disconnects while a request is pending', async () => {
    const server = spawn(process.execPath, [legacyDemo], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exit = once(server, 'exit');
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'demo-tests', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo };
    send({ id: 1, method: 'initialize', params });
    for await (const line of createInterface(server.stdout)) {
      const message = JSON.parse(line);
      if (message.id === 1 && message.result) {
        send({ method: 'notifications/initialized' });
        send({ id: 2, method: 'tools/call', params: { name: 'delete_files', arguments: {} } });
      }
      if (message.method === 'elicitation/create') {
        server.stdin.end();
      }
    }
    assert.deepEqual(await exit, [0, null]);
  });
});
