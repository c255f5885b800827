import assert from 'node:assert/strict';
import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { connectBareClient } from './bareSdk.ts';

/** A refusal whose body is a JSON-RPC error with `levels` levels in its `data`. */
function refusalOf(levels: number): SendFailure {
  const data = `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  const body = `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Pages","data":{"elicitations":${data}}}}`;
  return new SendFailure({ outcome: 'refused', message: '400 Bad Request', status: 400, body });
}

describe('the JSON-RPC error in the body of an HTTP refusal', () => {
  for (const [era, status, condition] of [
    ['legacy', 400, 'in the legacy era'],
    ['modern', 404, 'with a status other than 400'],
    ['modern', 400, 'without the id of the request'],
  ] as const) {
    it(`must be read by the host ${condition}: the SDK rejects with the HTTP status`, async () => {
      const respond: typeof fetch = async (_url, init) => {
        const { id, method } = init?.method === 'POST' ? JSON.parse(String(init.body)) : {};
        switch (method) {
          case 'tools/call': {
            const body = JSON.parse(refusalOf(2).body ?? '');
            return Response.json({ ...body, id: condition.startsWith('without') ? null : id }, { status });
          }
          case 'initialize': {
            const serverInfo = { name: 'test', version: '0.0.0' };
            const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
            return Response.json({ jsonrpc: '2.0', id, result });
          }
          default:
            return new Response(null, { status: init?.method === 'POST' ? 202 : 405 });
        }
      };
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch: respond });
      const client = await connectBareClient(era, transport);
      await assert.rejects(
        client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema),
        (error) => error instanceof SdkHttpError && errorInHttpBody(error)?.code === -32_042,
      );
      await client.close();
    });
  }

  it('is read as the error of the request', () => {
    assert.equal(errorInHttpBody(refusalOf(10))?.code, -32_042);
    assert.match(errorInHttpBody(refusalOf(10))?.message ?? '', /Pages/);
  });

  it('is not read if it is nested too deeply', () => {
    assert.equal(errorInHttpBody(refusalOf(5000)), undefined);
    assert.equal(errorInHttpBody(refusalOf(100_000)), undefined);
  });
});
