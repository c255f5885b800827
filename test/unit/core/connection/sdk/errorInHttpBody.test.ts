import assert from 'node:assert/strict';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';

/** A refusal whose body has an error with so many levels below `data`. */
function refused(levels: number): SendFailure {
  const data = `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  const body = `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"Pages","data":{"elicitations":${data}}}}`;
  return new SendFailure({ outcome: 'refused', message: '400 Bad Request', status: 400, body });
}

describe('the JSON-RPC error in the body of a refusal', () => {
  it('is what the server has to say', () => {
    assert.equal(errorInHttpBody(refused(10))?.code, -32_042);
    assert.match(errorInHttpBody(refused(10))?.message ?? '', /Pages/);
  });

  it('is not taken when it is nested too deeply', () => {
    assert.equal(errorInHttpBody(refused(5000)), undefined);
    assert.equal(errorInHttpBody(refused(100_000)), undefined);
  });
});
