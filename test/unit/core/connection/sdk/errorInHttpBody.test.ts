import assert from 'node:assert/strict';
import { ProtocolError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { connectBareClient, TestTransport } from './bareSdk.ts';

/** A refusal whose body is a JSON-RPC error with `levels` levels in its `data`. */
function refusalOf(levels: number): SendFailure {
  const data = `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  const body = `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Pages","data":{"elicitations":${data}}}}`;
  return new SendFailure({ outcome: 'refused', message: '400 Bad Request', status: 400, body });
}

describe('the JSON-RPC error in the body of an HTTP refusal', () => {
  it('must be read by the host: the SDK rejects with the HTTP status and leaves the body as text', async () => {
    const text = refusalOf(2).body;
    const refusal = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, '400', { status: 400, text });
    const transport = new TestTransport(() => Promise.reject(refusal));
    const client = await connectBareClient('modern', transport);
    const call = client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
    await assert.rejects(
      call,
      (error) => !(error instanceof ProtocolError) && errorInHttpBody(error)?.code === -32_042,
    );
  });

  it('is read as the error of the request', () => {
    assert.equal(errorInHttpBody(refusalOf(10))?.code, -32_042);
    assert.match(errorInHttpBody(refusalOf(10))?.message ?? '', /Pages/);
  });

  it('is not read if it is nested too deeply', () => {
    assert.equal(errorInHttpBody(refusalOf(5000)), undefined);
    assert.equal(errorInHttpBody(refusalOf(100_000)), undefined);
  });
});
